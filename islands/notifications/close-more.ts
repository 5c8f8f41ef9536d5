/** Closes "More" of the bottom navigation on Escape, on a press or the focus outside, and when the page is left. */
export function closeMoreWhenLeft(more: HTMLDetailsElement): void {
  const closeOnOutside = ({ target }: Event) => {
    if (!(target instanceof Node && more.contains(target))) more.open = false
  }
  document.addEventListener('pointerdown', closeOnOutside)
  document.addEventListener('focusin', closeOnOutside)
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key !== 'Escape' || defaultPrevented || !more.open) return
    more.open = false
    more.querySelector('summary')?.focus()
  })
  window.addEventListener('pagehide', () => {
    more.open = false
  })
}
