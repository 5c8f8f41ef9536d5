import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoUsers } from '../../server/accounts/index.ts'
import { pages } from '../../server/web/pages.ts'
import { topUpPath } from '../../shared/pages.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { openBrowserFixture } from './browser.ts'
import { keyboardOf } from './keyboard.ts'
import {
  desktop,
  newMeter,
  phoneViewport,
  powerForm,
  runsFullMatrix,
  successAddress,
  waitForHydration,
} from './visitor.ts'

const fixture = openBrowserFixture()

const plainPages = [
  '/',
  '/electricity/subscription',
  '/cabletv/subscription',
  '/help',
  '/privacy-policy',
  '/terms-and-conditions',
  '/register',
  '/login',
  '/api/docs',
  '/electricity/customer-details?reference=ABCDEFGHJKLM',
  '/tell-me?service=insurance',
  '/no-such-page',
]

const darkMode = { colorScheme: 'dark' } as const
const displays: readonly [string, BrowserContextOptions][] = [
  ['on a phone', phoneViewport],
  ['on a desktop in dark mode', { ...desktop, ...darkMode }],
]
const otherDisplays: typeof displays = [
  ['on a desktop', desktop],
  ['on a phone in dark mode', { ...phoneViewport, ...darkMode }],
]

for (const [where, options] of runsFullMatrix ? [...displays, ...otherDisplays] : displays) {
  test(`no page violates an accessibility rule ${where}`, async () => {
    const guest = await fixture.openBrowser(options)
    const { page } = guest
    const broken: Record<string, string[]> = {}
    const checkPage = async (name: string) => {
      const rules = await findAccessibilityViolations(page)
      if (rules.length > 0) broken[name] = rules
    }
    for (const path of plainPages) {
      await page.goto(path)
      await checkPage(path)
    }
    await guest.openPage('/electricity/subscription')
    await powerForm(page).getByLabel('Meter number').fill('12')
    await powerForm(page).getByLabel('Phone number').fill('12')
    await powerForm(page).getByLabel('Amount').fill('12')
    await powerForm(page).getByLabel('Company or city').click()
    await checkPage('the companies')
    await page.getByRole('searchbox').fill('zzz')
    await checkPage('no company found')
    await page.keyboard.press('Escape')
    await checkPage('a form with mistakes')
    await guest.fillForm({ meter: newMeter('prepaid', '0009') })
    const order = await guest.submitForm()
    await waitForHydration(page)
    await checkPage('details')
    await page.getByRole('link', { name: 'Proceed to Payment' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Card' }).check()
    await checkPage('the payment dialog')
    await page.goto(`/electricity/pay?reference=${order}`)
    await checkPage('the ways to pay without JavaScript')
    await page.goto(`/electricity/customer-details?reference=${order}`)
    await waitForHydration(page)
    await guest.goToHostedCheckout('Card')
    await fixture.app.configureSimulators({ vendMs: 8_000 })
    await guest.pressCheckoutButton('Pay now')
    await page.getByRole('heading', { name: 'Generating your token, please wait...' }).waitFor()
    await checkPage('process')
    await guest.waitForSuccessPage()
    await fixture.app.configureSimulators({ vendMs: 0 })
    await checkPage('success')
    await page.goto(`/orders/report?reference=${order}`)
    await checkPage('report')
    await page.goto(`/electricity/print-receipt/?ref=${order}`)
    await checkPage('print')
    expect(broken).toEqual({})
    expect(guest.errors.filter((item) => !item.includes('404'))).toEqual([])
    await guest.closeBrowser()
  }, 180_000)
}

/** Addresses in the page table that open without an order or an amount and are not checked above. */
const addressesFor = (opens: (page: (typeof pages)[number]) => boolean) =>
  pages
    .filter((item) => !item.path.includes(':') && item.path !== topUpPath && opens(item))
    .map(({ path }) => path)
    .filter((path) => !plainPages.includes(path))
const isManagement = (path: string) => path.startsWith('/management')

for (const [who, person, paths] of [
  ['a guest', null, addressesFor(({ audience }) => audience !== 'user')],
  ['a customer', 'user', addressesFor(({ audience, path }) => audience === 'user' && !isManagement(path))],
  ['a manager', 'manager', addressesFor(({ path }) => isManagement(path))],
] as const) {
  test(`every page in the page table meets the accessibility rules for ${who}`, {
    timeout: 180_000,
  }, async () => {
    const account = demoUsers.find(({ role }) => role === person)
    const storageState = account && (await fixture.signedIn(account))
    const visitor = await fixture.openBrowser({ ...phoneViewport, ...(storageState && { storageState }) })
    const broken: Record<string, string[]> = {}
    expect(paths.length).toBeGreaterThan(5)
    for (const path of paths) {
      const answer = await visitor.page.goto(path)
      // A page must exist for a user who may open it.
      if (person && !answer?.ok()) broken[path] = [`status ${answer?.status()}`]
      else {
        const rules = await findAccessibilityViolations(visitor.page)
        if (rules.length > 0) broken[path] = rules
      }
    }
    expect(broken).toEqual({})
    expect(visitor.errors).toEqual([])
    await visitor.closeBrowser()
  })
}

test('a whole purchase works by keyboard, with the focus trapped in dialogs and restored', async () => {
  const guest = await fixture.openBrowser(desktop)
  const { page } = guest
  const keys = keyboardOf(page)
  await guest.openPage('/')
  await keys.press('Tab')
  expect(await keys.focusedName()).toBe('Skip to main content')
  await keys.press('Enter')
  await keys.activate(/^Power ?Prepaid/)
  await page.getByRole('heading', { name: 'Buy electricity' }).waitFor()
  await keys.focusOn('Prepaid')
  await keys.press('Space')
  await keys.fill('Phone number', '08012345678')
  await keys.fill('Meter number', newMeter())
  await keys.activate(/^Company or city/)
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await keys.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await keys.focusedName()).toContain('Choose your company')
  await keys.press('Enter')
  await dialog.waitFor()
  for (let presses = 0; presses < 20; presses += 1) {
    await keys.press('Tab')
    expect(await isTrapped(page)).toBe(true)
  }
  await keys.fill(/^Search/, 'eko')
  await keys.activate(/^Eko Electric/)
  expect(await keys.focusedName()).toContain('Eko Electric')
  await keys.fill(/^Amount/, '2000')
  await keys.press('Enter')
  await page.waitForURL('**/electricity/customer-details?**')
  await waitForHydration(page)
  await keys.activate('Proceed to Payment')
  await dialog.waitFor()
  await keys.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await keys.focusedName()).toBe('Proceed to Payment')
  await keys.press('Enter')
  await keys.focusOn(/^Bank transfer/)
  await keys.press('Space')
  await keys.activate(/^Pay ₦/)
  await page.waitForURL(`${fixture.app.simulatorsUrl}/**`)
  await guest.pressCheckoutButton('Pay now')
  await page.waitForURL(successAddress)
  await waitForHydration(page)
  await keys.activate('Copy token')
  await page.getByText('Token copied successfully!').waitFor()
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

/**
 * True when the focus is in the open dialog, or on the body between the dialog's end and its start, where the
 * browser's own controls are.
 */
const isTrapped = (page: Page) =>
  page.evaluate(() => {
    const item = document.activeElement
    return item === document.body || (item?.closest('dialog') ?? null) !== null
  })

/** Elements that extend past the right edge of the page. */
const scrollsSideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const all = [...document.querySelectorAll('body *')]
    return all
      .filter((item) => item.getBoundingClientRect().right > clientWidth + 1)
      .map((item) => item.outerHTML.slice(0, 80))
  })

test('no page needs horizontal scrolling or fills a fifth of the screen with its header at 320 pixels, also with text twice as large', async () => {
  const guest = await fixture.openBrowser({ viewport: { width: 320, height: 640 }, bypassCSP: true })
  const { page } = guest
  const wide: Record<string, string[]> = {}
  /** Heights of the headers, as parts of the screen. */
  const headers: Record<string, number> = {}
  const checkPage = async (name: string) => {
    for (const [textSize, height] of [
      ['200%', 740],
      ['100%', 640],
    ] as const) {
      await page.setViewportSize({ width: 320, height })
      await page.addStyleTag({ content: `html { font-size: ${textSize} }` })
      const label = `${name} with text of ${textSize}`
      const out = await scrollsSideways(page)
      if (out.length > 0) wide[label] = out
      const header = await page.locator('.site-head').boundingBox()
      if (header) headers[label] = header.height / height
    }
  }
  for (const path of plainPages) {
    await page.goto(path)
    await checkPage(path)
  }
  await guest.openPage('/electricity/subscription')
  await guest.fillForm({ meter: newMeter('prepaid', '0009') })
  const order = await guest.submitForm()
  await waitForHydration(page)
  await checkPage('details')
  await guest.goToHostedCheckout('Card')
  await guest.pressCheckoutButton('Pay now')
  await guest.waitForSuccessPage()
  await checkPage('success')
  await page.goto(`/orders/report?reference=${order}`)
  await checkPage('report')
  await page.goto(`/electricity/print-receipt/?ref=${order}`)
  await checkPage('print')
  expect(wide).toEqual({})
  expect(Object.keys(headers).length).toBeGreaterThan(plainPages.length)
  expect(Math.max(...Object.values(headers))).toBeLessThanOrEqual(1 / 5)
  await guest.closeBrowser()
})

test('the form has no layout shift while it loads and hydrates', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    const see = (list: PerformanceObserverEntryList) => {
      for (const item of list.getEntries()) shifts.push((item as PerformanceEntry & { value: number }).value)
    }
    new PerformanceObserver(see).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/electricity/subscription']) {
    await guest.openPage(path)
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([])
  }
  await guest.closeBrowser()
})

test('on a phone every touch target is 48 pixels high', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  for (const path of ['/', '/electricity/subscription', '/help']) {
    await page.goto(path)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, .btn, .tile, .choice, .field-input, nav a, select')]
        .filter((item) => item.checkVisibility() && item.getBoundingClientRect().height < 47.5)
        .map((item) => `${item.outerHTML.slice(0, 80)} ${item.getBoundingClientRect().height}`),
    )
    expect(small).toEqual([])
  }
  await guest.closeBrowser()
})
