import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'

export interface FilterPanelProps {
  /** Filters of the list; '' for none. */
  filters: Readonly<Record<string, string>>
  /** Label of the button; `count`: filters that are set. */
  label: (values: { count: number }) => string
  children: ReactNode
}

/** Search and filters of a list. On phones and tablets with script they are behind a button with the number of those set. */
export function FilterPanel({ filters, label, children }: FilterPanelProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const count = Object.values(filters).filter((value) => value !== '').length
  return (
    <search className="filter-panel">
      <Button
        kind="plain"
        className="btn-wide script-only"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((previous) => !previous)}
      >
        {label({ count })}
      </Button>
      <div id={id} className={isOpen ? 'stack is-open' : 'stack'}>
        {children}
      </div>
    </search>
  )
}
