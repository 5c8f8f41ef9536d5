import { useEffect, useState } from 'react'
import { Lazy } from '../lib/lazy.tsx'
import { searchTexts } from './search-texts.ts'

const loadDialog = () => import('./search-dialog.tsx')

/** Button that opens the search over everything; so do ⌘K, Ctrl+K and, outside of fields, `/`. */
export function GlobalSearch() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <section className="search-open">
      <button
        type="button"
        className="field-input"
        aria-keyshortcuts="Meta+K Control+K /"
        onClick={() => setIsOpen(true)}
      >
        {searchTexts.open()} <span aria-hidden="true">/</span>
      </button>
      {isOpen && (
        <Lazy
          load={loadDialog}
          props={{ onClose: () => setIsOpen(false) }}
          onLoadError={() => setIsOpen(false)}
        />
      )}
    </section>
  )
}

/** The shortcuts do not apply in an open dialog or in the message editor. */
function opensSearch(event: KeyboardEvent): boolean {
  const { target } = event
  if (!(target instanceof HTMLElement) || target.isContentEditable || document.querySelector('dialog[open]'))
    return false
  const hasModifier = event.metaKey || event.ctrlKey
  if (event.key.toLowerCase() === 'k') return hasModifier && !event.altKey && !event.shiftKey
  return event.key === '/' && !hasModifier && !event.altKey && !target.closest('input, textarea, select')
}
