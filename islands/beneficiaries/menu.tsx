import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { MoreIcon } from '../ui/index.ts'

export interface MenuItem {
  text: string
  onPress: () => void
}

interface MenuProps {
  /** Of what it is the menu, for a reader who sees no card around it. */
  label: string
  items: readonly MenuItem[]
}

/** What may be done with one card. Arrow keys walk it; Escape, Tab and a press elsewhere close it. */
export function Menu({ label, items }: MenuProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen) return
    list.current?.querySelector('button')?.focus()
    const close = ({ target }: Event) => {
      const inside = target instanceof Node && list.current?.parentElement?.contains(target)
      if (!inside) setIsOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen])

  function walk(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Tab' || event.key === 'Escape') {
      // Tab goes on from the button, not from an item that is gone.
      button.current?.focus()
      setIsOpen(false)
      return
    }
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.findIndex((it) => it.matches(':focus'))
    const many = buttons.length
    const to = { ArrowDown: (at + 1) % many, ArrowUp: (at + many - 1) % many, Home: 0, End: many - 1 }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    buttons[to]?.focus()
  }

  return (
    <div className="relative ml-auto">
      <button
        ref={button}
        type="button"
        className="icon-btn script-only"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <MoreIcon />
      </button>
      {isOpen && (
        <div ref={list} id={id} role="menu" aria-label={label} className="menu" onKeyDown={walk}>
          {items.map(({ text, onPress }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                setIsOpen(false)
                // A dialog that opens now gives the focus back to where it was.
                button.current?.focus()
                onPress()
              }}
            >
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
