import type { Browser, Page } from 'playwright-core'
import { formPageUrl } from '../../shared/pages.ts'
import { waitForHydration } from '../e2e/visitor.ts'
import { launchBrowser } from '../support/browser.ts'
import { type LaunchedApp, launchApp } from '../support/launched-app.ts'
import { atMost, formatSeconds, median, type Row } from './report.ts'
import { openOnSlowPhone, slowestPhone } from './slow-phone.ts'

const slowestMs = 60_000

/** The waits of a guest's purchase, in their order, milliseconds. */
const waitNames = ['form', 'customer details', 'payment methods', 'checkout', 'token'] as const
type Wait = (typeof waitNames)[number]
type Journey = Record<Wait, number>

/**
 * The waits of a guest, from the address of the power form to the token, on the slowest phone: the time from
 * each address or press until the next thing can be used. Time to type is not counted. The hosted checkout, which is
 * the simulator's, crosses the same connection.
 */
export async function journey(quick: boolean): Promise<Row[]> {
  const visits = quick ? 1 : 3
  // The checkout returns to the application, and its gateway calls webhooks, as in production.
  const app = await launchApp()
  const browser = await launchBrowser()
  try {
    const rows: Row[] = []
    // The first visits warm the server's caches, as earlier visitors would have.
    await withScript(browser, app)
    await withoutScript(browser, app)
    for (const [name, buy] of [
      ['with script', withScript],
      ['without script', withoutScript],
    ] as const) {
      const journeys: Journey[] = []
      while (journeys.length < visits) journeys.push(await buy(browser, app))
      rows.push(...rowsOf(name, journeys))
    }
    return rows
  } finally {
    await browser.close()
    await app.stop()
  }
}

function rowsOf(name: string, journeys: readonly Journey[]): Row[] {
  const totalOf = (one: Journey) => waitNames.reduce((sum, wait) => sum + one[wait], 0)
  return [
    atMost(
      `form to token ${name}, ${slowestPhone.name}, waiting in all`,
      Math.max(...journeys.map(totalOf)),
      slowestMs,
      formatSeconds,
    ),
    ...waitNames.map((wait) => ({
      label: `· ${wait}`,
      result: formatSeconds(median(journeys.map((one) => one[wait]))),
    })),
  ]
}

async function withScript(browser: Browser, { url, simulatorsUrl }: LaunchedApp): Promise<Journey> {
  // Requests that pass through a service worker are not slowed down.
  const { context, page } = await openOnSlowPhone(browser, slowestPhone, { serviceWorkers: 'block' })
  const form = await measureMs(async () => {
    await page.goto(url + formPageUrl('power'), { waitUntil: 'commit' })
    await page.waitForFunction(
      () => document.querySelector<HTMLFormElement>('form[name="power"]')?.noValidate,
    )
  })
  const fields = page.locator('form[name="power"]')
  await fields.getByLabel('Phone number').fill('08012345678')
  await fields.getByLabel('Company or city').click()
  await page.getByRole('searchbox').fill('ikeja')
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await fillNumbers(page)
  const details = await measureMs(async () => {
    await fields.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Proceed to Payment' }).waitFor()
    // Before that, the link opens the page of payment methods that works without JavaScript.
    await waitForHydration(page)
  })
  const methods = await measureMs(async () => {
    await page.getByRole('link', { name: 'Proceed to Payment' }).click()
    await page.getByRole('radio', { name: 'Bank transfer' }).waitFor()
  })
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  const checkout = await measureMs(async () => {
    await page.getByRole('button', { name: /^Pay ₦/ }).click()
    await page.waitForURL(`${simulatorsUrl}/**`)
    await page.getByRole('button', { name: 'Pay now' }).waitFor()
  })
  const token = await measureMs(() => payForToken(page))
  await context.close()
  return { form, 'customer details': details, 'payment methods': methods, checkout, token }
}

async function withoutScript(browser: Browser, { url, simulatorsUrl }: LaunchedApp): Promise<Journey> {
  const { context, page } = await openOnSlowPhone(browser, slowestPhone, { javaScriptEnabled: false })
  const form = await measureMs(() => page.goto(url + formPageUrl('power')))
  const fields = page.locator('form[name="power"]')
  await fields.getByLabel('Phone number').fill('08012345678')
  await fields.getByLabel('Company or city').selectOption({ label: 'Eko Electric (Lagos)' })
  await fillNumbers(page)
  const details = await measureMs(async () => {
    await fields.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Proceed to Payment' }).waitFor()
  })
  const methods = await measureMs(async () => {
    await page.getByRole('link', { name: 'Proceed to Payment' }).click()
    await page.getByRole('radio', { name: 'Bank transfer' }).waitFor()
  })
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  const checkout = await measureMs(async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Continue to your bank' }).click()
    await page.waitForURL(`${simulatorsUrl}/**`)
    await page.getByRole('button', { name: 'Pay now' }).waitFor()
  })
  const token = await measureMs(() => payForToken(page))
  await context.close()
  return { form, 'customer details': details, 'payment methods': methods, checkout, token }
}

let bought = 0
async function fillNumbers(page: Page): Promise<void> {
  const fields = page.locator('form[name="power"]')
  bought += 1
  await fields.getByRole('radio', { name: 'Prepaid' }).check()
  await fields.getByLabel('Amount').fill('5,000')
  await fields.getByLabel('Meter number').fill(`11${String(bought).padStart(7, '0')}05`)
}

async function payForToken(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.locator('.token').first().waitFor()
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
