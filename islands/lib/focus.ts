/** What may have the focus in place of a part of it that is gone. */
const homes = 'li, section, dialog, main, [role="tabpanel"]'

interface Step {
  readonly home: Element
  /** Which of its items the focus was in; -1 when its parts are no items. */
  readonly item: number
}

/** @returns how to give the focus back to it or, once it is gone, to what stands in its place. */
export function placeOf(it: Element | null): () => void {
  const steps: Step[] = []
  for (let part = it; part?.parentElement; part = part.parentElement) {
    const home = part.parentElement
    steps.push({ home, item: part.matches('li') ? [...home.children].indexOf(part) : -1 })
  }
  return () => {
    const heir = it?.isConnected ? it : heirOf(steps)
    if (!(heir instanceof HTMLElement)) return
    if (heir !== it && heir.tabIndex < 0) heir.tabIndex = -1
    // What stands there is in sight already, or the focus would not have been.
    heir.focus({ preventScroll: true })
  }
}

/** The item that moved up into the place, or the nearest part around it that names itself. */
function heirOf(steps: readonly Step[]): Element | null {
  const nearest = steps.find(({ home }) => home.isConnected)
  if (!nearest || nearest.home === document.body) return null
  const { home, item } = nearest
  const next = item < 0 ? undefined : (home.children[item] ?? home.lastElementChild)
  return next ?? home.closest(homes)
}

/** Whoever acts by keyboard keeps their place when what they pressed goes: a deleted card, a form that was sent. */
export function watchFocus(): void {
  let last: Element | null = null
  let goBack: () => void = () => undefined
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null
    goBack = placeOf(last)
  })
  new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    last = null
    goBack()
  }).observe(document.body, { childList: true, subtree: true })
}
