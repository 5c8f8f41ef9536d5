import { type RefObject, useEffect, useRef } from 'react'

/** Attribute of the button that opens a row. */
export const rowOpenerAttribute = 'data-row-opener'

const arrowSteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const steps: Readonly<Record<string, number>> = { ...arrowSteps, j: 1, k: -1 }

/**
 * Keys of a table's rows, on the table body that gets the ref: j and k, and the arrow keys once a row has the focus, move
 * the focus to the button that opens the next or previous row. Enter then opens it.
 */
export function useRowKeys(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = stepOf(event)
      const next = step === 0 ? undefined : openerAfter(body.current, step, event.key in arrowSteps)
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
function stepOf({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return 0
  if (!(target instanceof HTMLElement) || target.isContentEditable) return 0
  if (target.closest('input:not([type="checkbox"]), textarea, select, [role="tablist"]')) return 0
  return steps[key] ?? 0
}

function openerAfter(
  body: HTMLElement | null,
  step: number,
  needsFocus: boolean,
): HTMLElement | null | undefined {
  const openers = [...(body?.querySelectorAll<HTMLElement>(`[${rowOpenerAttribute}]`) ?? [])]
  const current = openers.findIndex((opener) => opener.closest('tr')?.contains(document.activeElement))
  if (needsFocus && current < 0) return null
  return openers[Math.min(Math.max(current + step, 0), openers.length - 1)]
}
