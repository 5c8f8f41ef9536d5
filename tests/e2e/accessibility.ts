import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of WCAG 2.2 AA and of axe's best practices that the page violates, each with its elements. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  // A colour in transition belongs to neither state.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map((item) => item.finished.catch(() => undefined)),
    ).then(() => undefined),
  )
  // The debugger evaluates it, so the page's own script policy does not apply. Unlike `page.evaluate`, which calls
  // `eval`, it reuses the code that the browser compiled for an earlier page.
  const debuggerSession = await page.context().newCDPSession(page)
  await debuggerSession.send('Runtime.evaluate', { expression: axe })
  await debuggerSession.detach()
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Only violations are read. Otherwise axe also describes every element that passes a rule.
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}
