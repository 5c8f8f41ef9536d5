const gapPx = 8

/**
 * Moves a toast at the bottom up to the nearest place that covers no control: anywhere above it in a dialog, in the
 * lower half of a page. Where there is none, it scrolls the focused control and the submit button out from under it.
 */
export function avoidControls(text: HTMLElement): void {
  const toasts = text.closest<HTMLElement>('.toasts')
  if (!toasts?.className.includes('toasts-bottom')) return
  toasts.style.removeProperty('--toast-lift')
  const toast = toasts.getBoundingClientRect()
  const dialog = toasts.closest('dialog')
  const obstacles = visibleControls(dialog ?? document, toasts)
  const highestTop = dialog ? 0 : window.innerHeight / 2
  let lift = 0
  for (;;) {
    const covered = obstacles.filter(({ rect }) => overlaps(rect, toast, lift))
    if (covered.length === 0) break
    lift = toast.bottom - Math.min(...covered.map(({ rect }) => rect.top)) + gapPx
    if (toast.top - lift < highestTop) {
      scrollClear(obstacles, toast, dialog ?? window)
      return
    }
  }
  toasts.style.setProperty('--toast-lift', `${lift}px`)
}

interface Obstacle {
  element: Element
  rect: DOMRect
}

/** Fields, buttons, links, codes, and the reference. */
const visibleControls = (root: ParentNode, toasts: Element): Obstacle[] =>
  [
    ...root.querySelectorAll(
      'a, button, input, select, textarea, summary, .picker, .option, .token, .split, .dialog-head',
    ),
  ]
    .filter((element) => !toasts.contains(element))
    .map((element) => ({ element, rect: element.getBoundingClientRect() }))
    // Visually hidden controls are one pixel large.
    .filter(({ rect }) => rect.width > 1 && rect.height > 1)

const overlaps = (rect: DOMRect, toast: DOMRect, lift: number): boolean =>
  rect.left < toast.right &&
  rect.right > toast.left &&
  rect.top < toast.bottom - lift &&
  rect.bottom > toast.top - lift

function scrollClear(obstacles: readonly Obstacle[], toast: DOMRect, scroller: Element | Window): void {
  const important = obstacles.filter(
    ({ element, rect }) =>
      overlaps(rect, toast, 0) && (element === document.activeElement || element.matches('[type="submit"]')),
  )
  if (important.length === 0) return
  scroller.scrollBy(0, Math.max(...important.map(({ rect }) => rect.bottom)) - toast.top + gapPx)
}
