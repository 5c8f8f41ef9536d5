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
    // Immediately, so that a dialog opened next restores the focus to where it was.
    if (document.activeElement === document.body && focused instanceof HTMLElement && focused.isConnected)
      focused.focus({ preventScroll: true })
  }
}
