import type { Page } from 'playwright-core'

/** The focused element, as a keyboard user sees it and a screen reader reads it. */
interface FocusedElement {
  name: string
  /** True with a visible focus ring, or for a page region that only takes the focus to be read from there. */
  hasVisibleFocus: boolean
  /** True when another element covers all of it, or it is off screen. */
  isHidden: boolean
}

/** The maximum number of Tab presses to cross a long page. */
const maxTabPresses = 80

/**
 * A keyboard user. Every element that Tab reaches must show the focus; an element that Tab never reaches
 * fails the test.
 */
export function keyboardOf(page: Page) {
  const { keyboard } = page
  const keys = {
    type: (text: string) => keyboard.type(text),
    press: (key: string) => keyboard.press(key),
    /** Presses Tab or Shift+Tab until the element with this name has the focus. */
    async focusOn(name: string | RegExp, tabKey: 'Tab' | 'Shift+Tab' = 'Tab') {
      const passedNames: string[] = []
      for (let presses = 0; presses < maxTabPresses; presses += 1) {
        const { name: focusedName } = await keys.focusedElement()
        if (typeof name === 'string' ? focusedName === name : name.test(focusedName)) return
        passedNames.push(focusedName)
        await keyboard.press(tabKey)
      }
      throw new Error(`${tabKey} never reached ${name}. It passed ${passedNames.join(' | ')}`)
    },
    async activate(name: string | RegExp) {
      await keys.focusOn(name)
      await keyboard.press('Enter')
    },
    async fill(name: string | RegExp, text: string) {
      await keys.focusOn(name)
      await keyboard.press('ControlOrMeta+a')
      await keyboard.type(text)
    },
    /** Skips the page header with the link that the first Tab reaches. */
    async skipHeader() {
      await keyboard.press('Tab')
      await keys.focusOn('Skip to main content')
      await keyboard.press('Enter')
    },
    /**
     * @returns the focused element
     * @throws Error when its focus ring is missing or the element is hidden
     */
    async focusedElement(): Promise<FocusedElement> {
      const element = await page.evaluate(readFocusedElement)
      if (!element.hasVisibleFocus) throw new Error(`No focus ring around ${element.name}`)
      if (element.isHidden) throw new Error(`${element.name} is hidden under another element`)
      return element
    },
    /** The accessible name of the focused element. */
    focusedName: async () => (await keys.focusedElement()).name,
  }
  return keys
}

function readFocusedElement(): FocusedElement {
  const item = document.activeElement
  if (!item || item === document.body) return { name: '', hasVisibleFocus: true, isHidden: false }
  const textOf = (ids: string) =>
    ids
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  const labelledBy = item.getAttribute('aria-labelledby')
  const label =
    item instanceof HTMLInputElement ||
    item instanceof HTMLSelectElement ||
    item instanceof HTMLTextAreaElement
      ? item.labels?.[0]
      : null
  const elementName =
    item.getAttribute('aria-label') ??
    (labelledBy ? textOf(labelledBy) : null) ??
    label?.textContent ??
    item.textContent ??
    ''
  const hasRing = (part: Element | null) => {
    if (!part) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(part)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  const isRegion = item.matches('dialog, main, h1, .error-summary')
  // The browser draws its own ring around the calendar of a date input.
  const isDateInput = item.matches('[type="date"]')
  const { left, right, top, bottom } = item.getBoundingClientRect()
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const points = [
    [x, y],
    [left + 3, top + 3],
    [right - 3, top + 3],
    [left + 3, bottom - 3],
    [right - 3, bottom - 3],
  ] as const
  const isUncovered = points.some(([px, py]) => {
    const topmost = document.elementFromPoint(px, py)
    // At a round corner, or with an input that its label draws, the point hits an ancestor of the element.
    const isBehind = topmost?.contains(item) && !topmost.matches('dialog, main, body, html')
    return topmost !== null && (item.contains(topmost) || label?.contains(topmost) || isBehind)
  })
  return {
    name: elementName.replace(/\s+/g, ' ').trim(),
    hasVisibleFocus:
      isRegion ||
      isDateInput ||
      [item, item.closest('.field-box'), item.parentElement?.querySelector('.pin-next') ?? null].some(
        hasRing,
      ),
    isHidden: !isRegion && !isUncovered,
  }
}
