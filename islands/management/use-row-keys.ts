import { type RefObject, useEffect, useRef } from 'react'

/** Attribute of the button that opens a row. */
export const rowOpenerAttribute = 'data-row-opener'

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * Keys of a table's rows, on the table body that gets the ref: while the table has the focus, j and k and the arrow keys
 * move it to the button that opens the next or previous row. Enter then opens it. Source: WCAG 2.2, criterion 2.1.4
 */
export function useRowKeys(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = stepOf(event)
      const next = step === 0 ? undefined : openerAfter(body.current, step)
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return body
}

/** 0 for other keys, and in a field, in the message editor and in an open dialog. */
function stepOf(event: KeyboardEvent): number {
  const { key, target } = event
  if (isForOthers(event) || document.querySelector('dialog[open]')) return 0
  if (!(target instanceof HTMLElement) || target.isContentEditable) return 0
  if (target.closest('input:not([type="checkbox"]), textarea, select, [role="tablist"]')) return 0
  return steps[key] ?? 0
}

/** A shortcut of the browser, a key of an input method, or a key that another element has handled. */
const isForOthers = ({
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  isComposing,
  defaultPrevented,
}: KeyboardEvent): boolean => ctrlKey || metaKey || altKey || shiftKey || isComposing || defaultPrevented

/** Undefined outside the table, after the last row and before the first one. */
function openerAfter(body: HTMLElement | null, step: number): HTMLElement | undefined {
  if (!body?.closest('table')?.contains(document.activeElement)) return undefined
  const openers = [...body.querySelectorAll<HTMLElement>(`[${rowOpenerAttribute}]`)]
  const current = openers.findIndex((opener) => opener.closest('tr')?.contains(document.activeElement))
  return openers[current + step]
}
