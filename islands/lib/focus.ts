import { toastHostId } from './toast.ts'

/** Containers that can receive the focus when a focused descendant is removed. */
const containers = 'li, section, dialog, main, [role="tabpanel"]'

interface AncestorStep {
  readonly container: Element
  /** Index of the list item that contained the focus; -1 when the child is not a list item. */
  readonly item: number
}

/** @returns restores the focus to the element or, once it is removed, to the content in its place. */
export function rememberFocus(element: Element | null): () => void {
  const steps: AncestorStep[] = []
  for (let ancestor = element; ancestor?.parentElement; ancestor = ancestor.parentElement) {
    const container = ancestor.parentElement
    steps.push({ container, item: ancestor.matches('li') ? [...container.children].indexOf(ancestor) : -1 })
  }
  return () => {
    const focusElement = element?.isConnected ? element : focusTargetOf(steps)
    if (!(focusElement instanceof HTMLElement)) return
    if (focusElement !== element && focusElement.tabIndex < 0) focusElement.tabIndex = -1
    // The target is already visible, because the focused element was.
    focusElement.focus({ preventScroll: true })
  }
}

/** The item that moved into the place, or the nearest surrounding container. */
function focusTargetOf(steps: readonly AncestorStep[]): Element | null {
  const nearest = steps.find(({ container }) => container.isConnected)
  if (!nearest || nearest.container === document.body) return null
  const { container, item } = nearest
  const next = item < 0 ? undefined : (container.children[item] ?? container.lastElementChild)
  return next ?? container.closest(containers)
}

/**
 * Keeps the keyboard focus in place when the focused element is removed: a deleted card, a submitted form. After a focused
 * toast has left, the element that was focused before it has the focus.
 */
export function restoreLostFocus(): void {
  let last: Element | null = null
  let restoreFocus: () => void = () => undefined
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null
    if (!last?.closest(`#${toastHostId}`)) restoreFocus = rememberFocus(last)
  })
  new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    last = null
    restoreFocus()
  }).observe(document.body, { childList: true, subtree: true })
}
