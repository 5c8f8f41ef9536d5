import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

interface TabbedPanelProps<Name extends string> {
  label: string
  tabs: readonly {
    readonly name: Name
    readonly label: string
    /** Number of items, after the label. */
    readonly count?: number | undefined
  }[]
  current: Name
  /** Until what is above it has its height. */
  isHidden?: boolean
  onTab: (name: Name) => void
  /** Content of the current tab. */
  children: ReactNode
}

/** Tabs with the content of the current one; arrow keys move between them. */
export function TabbedPanel<Name extends string>({
  label,
  tabs,
  current,
  isHidden = false,
  onTab,
  children,
}: TabbedPanelProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // On a phone the line of tabs scrolls. `scrollIntoView` would also scroll the page.
  useEffect(() => {
    const tab = document.getElementById(`${id}-${current}`)
    if (!list.current || !tab) return
    list.current.scrollLeft =
      tab.offsetLeft - list.current.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
  }, [id, current])

  function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const index = tabs.findIndex(({ name }) => name === current)
    const next = (index + step + tabs.length) % tabs.length
    const tab = tabs[next]
    if (tab) onTab(tab.name)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className="stack" hidden={isHidden}>
      <div ref={list} className="tab-list" role="tablist" aria-label={label} onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            className="chip"
            aria-selected={tab.name === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === current ? 0 : -1}
            onClick={() => onTab(tab.name)}
          >
            {tab.label}
            {tab.count !== undefined && (
              <>
                {' '}
                <span className="tab-count">{tab.count.toLocaleString('en')}</span>
              </>
            )}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`} className="card stack">
        {children}
      </div>
    </div>
  )
}
