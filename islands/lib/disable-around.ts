/**
 * Makes everything around an element inert, up to the dialog or the main element. Dialogs and toasts outside it are
 * unaffected.
 * @returns undoes it and restores the focus
 */
export function disableAround(element: HTMLElement): () => void {
  const focused = document.activeElement
  const top = element.closest('dialog, main')
  const disabled: Element[] = []
  for (let node: Element | null = element; node && node !== top; node = node.parentElement) {
    for (const sibling of node.parentElement?.children ?? []) {
      if (sibling === node || sibling.matches('dialog, [inert]')) continue
      sibling.setAttribute('inert', '')
      disabled.push(sibling)
    }
    if (!top && node.parentElement === document.body) break
  }
  return () => {
    for (const node of disabled) node.removeAttribute('inert')
    if (!(focused instanceof HTMLElement) || !focused.isConnected) return
    const restore = () => focused.focus({ preventScroll: true })
    // Immediately, so that a dialog opened next restores the focus to where it was.
    if (document.activeElement === document.body) restore()
    // A dialog takes the focus of an inert element itself, and React gives it back to the dialog after its commit.
    else if (document.activeElement === top)
      queueMicrotask(() => {
        if (document.activeElement === top) restore()
      })
  }
}
