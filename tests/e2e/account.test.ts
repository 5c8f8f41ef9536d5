import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findAccessibilityViolations } from './accessibility.ts'
import { openBrowserFixture } from './browser.ts'

const fixture = openBrowserFixture()
let page: Page
const pageErrors: string[] = []

beforeAll(async () => {
  page = await signIn('ada@example.com', 'Demo-Ada-1')
}, 300_000)

/** On a phone, in a separate browser. */
async function signIn(email: string, password: string): Promise<Page> {
  const own = await (await fixture.browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  own.on('pageerror', (error) => pageErrors.push(String(error)))
  await own.goto(`${fixture.app.url}/login`)
  await own.getByLabel('E-mail').fill(email)
  await own.getByLabel('Password').fill(password)
  await own.getByRole('button', { name: 'Sign in' }).click()
  await own.waitForURL('**/account/dashboard')
  return own
}

const dialog = (name: string) => page.getByRole('dialog', { name })
const open = async (section: string) => {
  await page.goto(`${fixture.app.url}/account/${section}`)
}
const menuOf = async (number: string, item: string) => {
  await page.getByRole('button', { name: `Menu of ${number}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const sections = ['beneficiaries', 'transactions', 'wallet', 'cards', 'referral', 'tickets', 'settings']

test('every page of the account opens, fits a phone, and the menu marks the current page', async () => {
  for (const section of ['dashboard', 'notifications', ...sections]) {
    await open(section)
    expect(await page.getByRole('heading', { level: 1 }).count(), section).toBe(1)
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(tooWide, section).toBe(false)
    const here = page.getByRole('navigation', { name: 'Account pages' }).locator('[aria-current=page]')
    expect(await here.getAttribute('href')).toBe(`/account/${section}`)
  }
}, 120_000)

test('on a phone the footer is at most 200 pixels high, and what opens or changes the page is 48 pixels high', async () => {
  for (const section of ['dashboard', ...sections]) {
    await open(section)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('.site-foot :is(a, button), summary')]
        .filter((item) => item.checkVisibility() && item.getBoundingClientRect().height < 48)
        .map((item) => item.textContent),
    )
    expect(small, section).toEqual([])
    expect((await page.locator('.site-foot').boundingBox())?.height, section).toBeLessThanOrEqual(200)
  }
}, 60_000)

test('the bottom navigation opens every account page and covers neither toast, form nor the end of the page', async () => {
  const bar = page.getByRole('navigation', { name: 'Account pages' })
  const more = bar.locator('details')
  const topOf = async () => (await bar.boundingBox())?.y ?? 0
  const bottomOf = (place: Locator) =>
    place.evaluate((element) => Math.floor(element.getBoundingClientRect().bottom))
  await open('referral')
  for (const entry of await bar.locator('.bottom-nav-item').all())
    expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await bar.getByText('More').click()
  expect(await bar.getByRole('link').allTextContents()).toEqual([
    ...['Home', 'Pay', 'History', 'Wallet'],
    ...['Beneficiaries', 'Schedules', 'Cards', 'Payment requests'],
    ...['Referral', 'Support', 'Settings', 'Notifications'],
  ])
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Notifications' }).waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  expect(await more.getAttribute('open')).toBeNull()

  await page.getByRole('button', { name: /^Copy/ }).first().click()
  const toast = page.locator('.toast')
  await toast.waitFor()
  expect(await bottomOf(toast)).toBeLessThanOrEqual(await topOf())
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect(await bottomOf(page.locator('footer'))).toBeLessThanOrEqual(await topOf())

  await open('wallet')
  expect(Math.round((await topOf()) + ((await bar.boundingBox())?.height ?? 0))).toBe(740)
  // A keyboard leaves about this height.
  await page.setViewportSize({ width: 360, height: 400 })
  await page.getByLabel('Amount (NGN)').fill('2000')
  expect(await topOf()).toBeGreaterThan(400)
  await page.getByRole('button', { name: 'Topup Wallet' }).click()
  await dialog('How do you want to pay?').getByRole('button', { name: 'Close' }).click()
  await page.setViewportSize({ width: 360, height: 740 })
}, 60_000)

test('a meter is saved: its owner is looked up and shown on its card', async () => {
  await open('beneficiaries')
  await page.getByRole('button', { name: 'Add Beneficiary' }).click()
  const add = dialog('Add Beneficiary')
  await add.getByLabel('Meter number').fill('11000000123')
  await add.getByRole('button', { name: /Company or city/ }).click()
  await page.getByRole('button', { name: /Ikeja Electric/ }).click()
  await add.getByRole('button', { name: /^State/ }).click()
  await page.getByRole('button', { name: 'Lagos', exact: true }).click()
  await expect.poll(() => add.getByLabel('Customer name').inputValue(), { timeout: 15_000 }).not.toBe('')
  await add.getByLabel('Notes').fill("Mum's house")
  await add.getByRole('button', { name: 'Add Beneficiary' }).click()
  await page.getByRole('article').getByText("Mum's house").waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
}, 60_000)

test('beneficiary details open in their own dialog, which closes on Escape', async () => {
  await open('beneficiaries')
  await menuOf('11000000123', 'Details')
  await dialog('Meter Details').getByText('Ikeja Electric').first().waitFor()
  await page.keyboard.press('Escape')
  await dialog('Meter Details').waitFor({ state: 'detached' })
}, 60_000)

test('a purchase from the card: amount, confirmation, wallet, token, and a notification at the bell', async () => {
  await open('beneficiaries')
  await menuOf('11000000123', 'Subscribe')
  await dialog('Purchase Units').getByLabel('Modify Amount').fill('1,500')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await dialog('How do you want to pay?')
    .getByRole('radio', { name: /Wallet/ })
    .check()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL('**/electricity/transactions/successful**', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click({ timeout: 20_000 })
  // Another page of the same browser shares the event stream.
  const other = await page.context().newPage()
  let lines = 0
  other.on('request', (entry) => {
    if (entry.url().endsWith('/account/events')) lines++
  })
  await other.goto(`${fixture.app.url}/account/cards`)
  await other.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  const list = page.getByRole('region', { name: 'Notifications' })
  await list.getByRole('button', { name: /^Unread/ }).click()
  await page.getByRole('dialog').getByText('11000000123').last().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Read' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Read' }).waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await list.getByRole('button', { name: 'Mark All as Read' }).click()
  await list.getByText('No notifications!').waitFor()
  await other.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  expect(lines).toBe(0)
  await other.close()
}, 90_000)

test.each([
  ['Cable TV', 'Smartcard number', '1212121212', 'Renew Subscription', 'Smartcard Details'],
  ['Airtime', 'Phone number', '08011111111', 'Top Up', 'Device Details'],
  ['Data', 'Device ID / phone number', '08011111111', 'Subscribe Now', 'Device Details'],
])(
  '%s is saved with its network, and its card opens its own dialogs',
  async (service, field, number, title, details) => {
    await open('beneficiaries')
    await page.getByRole('button', { name: 'Add New' }).click()
    const add = dialog('Add Beneficiary')
    await add.getByText(service, { exact: true }).click()
    await add.getByLabel(field, { exact: true }).fill(number)
    await add.getByRole('button', { name: /^Network/ }).click()
    const lists = page.getByRole('dialog', { name: /^Choose/ })
    // The form opens the list of bouquets or plans right after the network.
    await lists.getByRole('listitem').getByRole('button').first().click()
    if (service !== 'Airtime') await lists.getByRole('listitem').getByRole('button').first().click()
    await add.getByRole('button', { name: 'Add Beneficiary' }).click()
    await add.waitFor({ state: 'detached' })
    const menu = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Menu of/ })
    await page
      .getByRole('tab')
      .nth(['Cable TV', 'Airtime', 'Data'].indexOf(service) + 2)
      .click()
    for (const [item, opened] of [
      ['Subscribe', title],
      ['Details', details],
    ] as const) {
      await menu.click()
      await page.getByRole('menuitem', { name: item }).click()
      await dialog(opened).getByRole('button', { name: 'Close' }).click()
    }
  },
  60_000,
)

test('the dashboard buys for the saved meter with one tap and an amount', async () => {
  await open('dashboard')
  await page
    .getByRole('region', { name: 'Quick buy' })
    .getByRole('button', { name: /Mum's house/ })
    .click()
  await dialog('Purchase Units').getByRole('button', { name: 'Subscribe', exact: true }).click()
  await dialog('How do you want to pay?').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: /Electricity.*Delivered/ }).waitFor()
}, 60_000)

test('a virtual account is reserved for a meter after the BVN check, and is shown in its dialog', async () => {
  await open('beneficiaries')
  await menuOf('11000000123', 'Reserve')
  const reserve = dialog('Reserve an Account')
  await reserve.getByLabel('BVN').fill('22212345678')
  await reserve.getByRole('button', { name: /^Bank/ }).click()
  await page.getByRole('button', { name: 'Access Bank', exact: true }).click()
  await reserve.getByLabel('Account number').fill('0123456789')
  await reserve.getByRole('button', { name: 'Verify Details' }).click()
  await reserve.getByRole('button', { name: 'Reserve Account' }).click({ timeout: 15_000 })
  await page.waitForEvent('load', { timeout: 20_000 })
  await menuOf('11000000123', 'Vir. Account')
  const account = dialog('Account Details')
  await account.getByText('Account number').waitFor()
  expect(await account.getByText(/^\d{10}$/).count()).toBe(1)
  await account.getByRole('switch', { name: /^Auto-buy/ }).click()
  await expect.poll(() => account.getByRole('switch').isChecked()).toBe(true)
}, 90_000)

test('a phone shows an order of the history on at most 96 pixels, with what it was, when and for how much', async () => {
  await open('transactions')
  const row = page.getByRole('link', { name: /^Electricity 11000000123 .*₦1,\d00\.00 Delivered/ }).first()
  await row.waitFor()
  const heights = await page
    .locator('.order-row')
    .evaluateAll((rows) => rows.map((item) => Math.ceil(item.getBoundingClientRect().height)))
  expect(Math.max(...heights)).toBeLessThanOrEqual(96)
  // The order's page has the actions.
  expect(await page.getByRole('button', { name: /^Receipt of/ }).count()).toBe(0)
}, 60_000)

test('an order is found again, and a problem with it gets a ticket number', async () => {
  await open('transactions?search=11000000123')
  await page.getByRole('link', { name: /^Electricity 11000000123/ }).click()
  await page.getByRole('link', { name: 'Report a problem' }).click()
  await page.getByLabel('What went wrong?').fill('The meter rejects the token.')
  await page.getByRole('button', { name: 'Send report' }).click()
  const number = (await page.getByText(/^T-[A-Z2-9]{8}$/).textContent()) ?? ''
  await open('tickets')
  await page.getByRole('article', { name: number }).getByText('The meter rejects the token.').waitFor()
}, 60_000)

test('a picture is cropped to a small square in the browser, and is still there after a reload', async () => {
  await open('settings')
  const picture = page.getByRole('img', { name: 'You' })
  const wide = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 300
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const buffer = Buffer.from(wide, 'base64')
  await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await picture.waitFor()
  await open('settings')
  const sizes = await picture.evaluate((entry: HTMLImageElement) => [
    entry.naturalWidth,
    entry.naturalHeight,
    entry.src.slice(0, 22),
  ])
  expect(sizes).toEqual([128, 128, 'data:image/jpeg;base64'])
}, 60_000)

test('the activity log is toggled, and a PIN is set', async () => {
  await open('settings')
  const log = page.getByRole('switch')
  const was = await log.isChecked()
  await log.click()
  await expect.poll(() => log.isChecked(), { timeout: 10_000 }).toBe(!was)
  await page.getByRole('button', { name: 'Set PIN' }).click()
  const set = dialog('Set PIN')
  await set.getByLabel('New PIN').fill('274916')
  await set.getByLabel('Confirm PIN').fill('274916')
  await set.getByLabel('Your password').fill('Demo-Ada-1')
  await set.getByRole('button', { name: 'Set PIN' }).click()
  await page.getByRole('button', { name: 'Change PIN' }).waitFor({ timeout: 15_000 })
}, 60_000)

/** Texts in a column so narrow that words break within. */
function brokenTexts(): string[] {
  const texts = [...document.querySelectorAll('main *, header *, footer *')].filter(
    (entry) =>
      entry.checkVisibility() &&
      [...entry.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.nodeValue?.trim()),
  )
  return texts.flatMap((entry) => {
    const { fontSize } = getComputedStyle(entry)
    const words = (entry.textContent ?? '').trim().split(/\s+/)
    const longest = Math.max(...words.map((word) => word.length))
    const { width, height } = entry.getBoundingClientRect()
    const letter = Number.parseFloat(fontSize)
    const isBroken = longest > 4 && width < 3 * letter && height > 2 * letter * words.length
    return isBroken ? [`${entry.textContent} (${Math.round(width)} wide)`] : []
  })
}

test('every page of the account is readable at 320 pixels, also with text twice as large: no horizontal scrolling, no word broken letter by letter', async () => {
  const storageState = await page.context().storageState()
  const context = await fixture.browser.newContext({
    viewport: { width: 320, height: 740 },
    bypassCSP: true,
    storageState,
  })
  const own = await context.newPage()
  for (const section of ['dashboard', 'notifications', ...sections]) {
    await own.goto(`${fixture.app.url}/account/${section}`)
    for (const textSize of ['100%', '200%']) {
      await own.addStyleTag({ content: `html { font-size: ${textSize} }` })
      const label = `${section} with text of ${textSize}`
      const tooWide = await own.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(tooWide, label).toBe(false)
      expect(await own.evaluate(brokenTexts), label).toEqual([])
    }
  }
  await context.close()
}, 60_000)

test('a company buys by file: checked row by row, started once, and the result has each row with its token', async () => {
  const mills = await signIn('tunde@example.com', 'Demo-Tunde-1')
  await mills.getByText('More', { exact: true }).click()
  await mills.getByRole('link', { name: 'Bulk' }).click()
  const rows = [
    'service,number,provider,type,plan,amount,phone',
    'power,11000000456,ikeja,prepaid,,2000,08031234567',
    'airtime,0801,mtn,,,500,',
    'power,11000000003,ikeja,prepaid,,3000,08031234567',
  ]
  await mills
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await mills.getByRole('button', { name: 'Check file' }).click()
  await mills
    .getByText('Ready to start: 3 rows, 1 invalid (will not be purchased)')
    .waitFor({ timeout: 20_000 })
  await mills.getByText('Enter a valid phone number, e.g. 0803 123 4567.').waitFor()
  expect(await findAccessibilityViolations(mills)).toEqual([])
  await mills.getByRole('button', { name: 'Start', exact: true }).click()
  await mills.getByRole('button', { name: /^Pay .* and start$/ }).evaluate((entry: HTMLButtonElement) => {
    entry.click()
    entry.click()
  })
  await mills.getByText('Invalid: 1, Delivered: 1, Refunded: 1').waitFor({ timeout: 60_000 })
  const tooWide = await mills.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(tooWide).toBe(false)
  const saving = mills.waitForEvent('download')
  await mills.getByRole('button', { name: 'Download results (CSV)' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('result-staff.csv')
  const result = await readFile(await saved.path(), 'utf8')
  expect(result).toMatch(/"11000000456".*"delivered".*"\d{4} \d{4} \d{4} \d{4} \d{4}"/)
  expect(result).toMatch(/"11000000003".*"refunded"/)
  await mills.context().close()
}, 120_000)

test('a saved meter is deleted from its card', async () => {
  await open('beneficiaries')
  await page.getByRole('tab', { name: 'Meter Numbers' }).click()
  await menuOf('11000000123', 'Delete')
  await page.getByText('User does not have a beneficiary.').waitFor({ timeout: 15_000 })
  await page.getByRole('tab', { name: 'All' }).click()
  expect(await page.getByRole('article').count()).toBe(3)
  expect(pageErrors).toEqual([])
}, 60_000)
