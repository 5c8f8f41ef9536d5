import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { MoreIcon } from '../ui/index.ts'

interface MenuItem {
  text: string
  onPress: () => void
}

interface MenuProps {
  /** Accessible name of the menu; includes the beneficiary's number. */
  label: string
  items: readonly MenuItem[]
}

/**
 * Action menu of a beneficiary card. Arrow keys move through the items; Escape, Tab and a press outside close
 * the menu.
 */
export function ActionMenu({ label, items }: MenuProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  /** Ref of the open list: focuses its first item, and closes the menu on a press outside. */
  const list = useCallback((element: HTMLDivElement) => {
    element.querySelector('button')?.focus()
    const close = ({ target }: Event) => {
      const inside = target instanceof Node && element.parentElement?.contains(target)
      if (!inside) setIsOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [])

  function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Tab' || event.key === 'Escape') {
      // Move the focus to the button, where Tab continues: the focused item is about to be unmounted.
      button.current?.focus()
      setIsOpen(false)
      return
    }
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const index = buttons.findIndex((element) => element.matches(':focus'))
    const count = buttons.length
    const nextIndex = {
      ArrowDown: (index + 1) % count,
      ArrowUp: (index + count - 1) % count,
      Home: 0,
      End: count - 1,
    }[event.key]
    if (nextIndex === undefined) return
    event.preventDefault()
    buttons[nextIndex]?.focus()
  }

  return (
    <div className="menu-anchor">
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
        <div ref={list} id={id} role="menu" aria-label={label} className="menu" onKeyDown={moveFocus}>
          {items.map(({ text, onPress }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                setIsOpen(false)
                // If onPress opens a dialog, closing that dialog returns the focus to this button.
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
