import { type ReactNode, useId, useState } from 'react'
import { Button } from '../ui/index.ts'
import { managementTexts } from './texts.ts'

interface FilterPanelProps {
  /** Filters of the list; '' for none. */
  filters: Readonly<Record<string, string>>
  children: ReactNode
}

/** Search and filters of a list. On phones and tablets they are behind a button with the number of those that are set. */
export function FilterPanel({ filters, children }: FilterPanelProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const count = Object.values(filters).filter((value) => value !== '').length
  return (
    <search className="filter-panel">
      <Button
        kind="plain"
        className="btn-wide"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((previous) => !previous)}
      >
        {managementTexts.filters({ count })}
      </Button>
      <div id={id} className={isOpen ? 'stack is-open' : 'stack'}>
        {children}
      </div>
    </search>
  )
}
