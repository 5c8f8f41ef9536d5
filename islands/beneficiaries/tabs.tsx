import type { KeyboardEvent } from 'react'
import { commonTexts } from '../ui/index.ts'
import { beneficiariesTexts } from './texts.ts'
import { beneficiaryTypes, type Tab, typeConfigs } from './type-configs.ts'

const tabs: readonly { value: Tab; label: () => string }[] = [
  { value: 'all', label: beneficiariesTexts.allTypes },
  ...beneficiaryTypes.map((type) => ({ value: type, label: typeConfigs[type].tab })),
]

interface TabsProps {
  tab: Tab
  onTab: (tab: Tab) => void
}

/** Selects the type; arrow keys move between the tabs. */
export function Tabs({ tab, onTab }: TabsProps) {
  function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const index = tabs.findIndex(({ value }) => value === tab)
    const next = (index + step + tabs.length) % tabs.length
    onTab(tabs[next]?.value ?? 'all')
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      className="tab-list script-only"
      role="tablist"
      aria-label={commonTexts.type()}
      onKeyDown={moveFocus}
    >
      {tabs.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          role="tab"
          className="chip"
          aria-selected={tab === value}
          aria-controls="beneficiaries"
          tabIndex={tab === value ? 0 : -1}
          onClick={() => onTab(value)}
        >
          {label()}
        </button>
      ))}
    </div>
  )
}
