const gapPx = 8

/**
 * Keeps a toast at the bottom clear of controls while it is shown: also after the focus moved and the page scrolled.
 * @returns stops it
 */
export function keepClear(text: HTMLElement): () => void {
  const avoid = () => avoidControls(text)
  const events = ['focusin', 'scrollend'] as const
  avoid()
  for (const event of events) document.addEventListener(event, avoid, true)
  return () => {
    for (const event of events) document.removeEventListener(event, avoid, true)
  }
}

/**
 * Moves a toast up to the nearest place that covers no control: anywhere above it in a dialog, in the lower half of a
 * page. Where there is none, to the nearest place that covers neither the focused field, a submit button, a reference nor
 * the error of a field; then without regard to errors; where there is none either, those scroll out from under it.
 */
export function avoidControls(text: HTMLElement): void {
  const toasts = text.closest<HTMLElement>('.toasts')
  if (!toasts?.className.includes('toasts-bottom')) return
  toasts.style.removeProperty('--toast-lift')
  const toast = toasts.getBoundingClientRect()
  const dialog = toasts.closest('dialog')
  const controls = visibleControls(dialog, toasts)
  const important = controls.filter(({ element }) => isImportant(element))
  const importantOrError = controls.filter(
    (control) => important.includes(control) || control.element.matches('.field-error'),
  )
  const lift =
    liftOf(toast, controls, dialog ? 0 : window.innerHeight / 2) ??
    liftOf(toast, importantOrError, 0) ??
    liftOf(toast, important, 0)
  if (lift === undefined) scrollClear(important, toast, dialog ?? window)
  else toasts.style.setProperty('--toast-lift', `${lift}px`)
}

/** How far a toast moves up to cover none of the obstacles; undefined where it would rise above `highestTop`. */
function liftOf(toast: DOMRect, obstacles: readonly Obstacle[], highestTop: number): number | undefined {
  let lift = 0
  for (;;) {
    const coveredObstacles = obstacles.filter(({ rect }) => overlaps(rect, toast, lift))
    if (coveredObstacles.length === 0) return lift
    lift = toast.bottom - Math.min(...coveredObstacles.map(({ rect }) => rect.top)) + gapPx
    if (toast.top - lift < highestTop) return undefined
  }
}

interface Obstacle {
  element: Element
  rect: DOMRect
}

/**
 * Fields with their labels and errors, buttons, links, codes, and the reference. In a dialog also its text, which says
 * what its button does.
 */
const visibleControls = (dialog: Element | null, toasts: Element): Obstacle[] =>
  [
    ...(dialog ?? document).querySelectorAll(
      'a, button, input, select, textarea, label, summary, .field-error, .error-summary, .picker, .option, .token, .split, .save-bar, .dialog-head',
    ),
    ...(dialog?.querySelectorAll('p') ?? []),
  ]
    .filter((element) => !toasts.contains(element))
    .map((element) => ({ element, rect: element.getBoundingClientRect() }))
    // Visually hidden controls are one pixel large.
    .filter(({ rect }) => rect.width > 1 && rect.height > 1)

/** The focused control or error summary, its label, submit buttons, codes and references. */
function isImportant(element: Element): boolean {
  const focused = document.activeElement
  const isLabel = element instanceof HTMLLabelElement && element.control === focused
  return element === focused || isLabel || element.matches('[type="submit"], .token, .split, .save-bar')
}

const overlaps = (rect: DOMRect, toast: DOMRect, lift: number): boolean =>
  rect.left < toast.right &&
  rect.right > toast.left &&
  rect.top < toast.bottom - lift &&
  rect.bottom > toast.top - lift

function scrollClear(important: readonly Obstacle[], toast: DOMRect, scroller: Element | Window): void {
  const coveredElements = important.filter(({ rect }) => overlaps(rect, toast, 0))
  if (coveredElements.length === 0) return
  scroller.scrollBy(0, Math.max(...coveredElements.map(({ rect }) => rect.bottom)) - toast.top + gapPx)
}
