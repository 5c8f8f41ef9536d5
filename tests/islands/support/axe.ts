import axe from 'axe-core'

/** Accessibility violations of an element. Contrast is checked in a real browser. */
export async function accessibilityViolations(root: Element): Promise<string[]> {
  const { violations } = await axe.run(root, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
