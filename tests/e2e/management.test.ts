import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demoUsers } from '../../server/accounts/index.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { openBrowserFixture } from './browser.ts'
import { desktop, digitsIn, newMeter, phoneViewport, type Visitor, waitForHydration } from './visitor.ts'

const fixture = openBrowserFixture()
let signedIn: BrowserContextOptions['storageState']
let manager: Visitor
let page: Page

const musa = demoUsers.find(({ role }) => role === 'manager')!
const ada = demoUsers[0]!

beforeAll(async () => {
  signedIn = await fixture.signedIn(musa)
  manager = await fixture.openBrowser({ ...desktop, storageState: signedIn })
  page = manager.page
}, 150_000)

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const toast = (text: string | RegExp) =>
  page
    .getByRole('region', { name: /Messages/ })
    .or(page.locator('.toasts'))
    .getByText(text)
    .first()

async function chooseAda() {
  await page.getByRole('button', { name: /Select a User/ }).click()
  await page.getByLabel('Search users by name').fill('ada')
  await expect.poll(() => dialog('Select a User').getByRole('listitem').count()).toBe(1)
  await dialog('Select a User')
    .getByRole('button', { name: /Ada Okafor/ })
    .click()
}

async function chooseCompany(name: string, within: Page | Locator = page) {
  await within.getByLabel('Company/City').click()
  await dialog('Choose the electricity company').getByRole('searchbox').fill(name)
  await dialog('Choose the electricity company').getByRole('listitem').getByRole('button').first().click()
}

async function verifyPin(pin = musa.pin!) {
  await page.getByLabel('Your 6-digit PIN').fill(pin)
  await button('Verify Pin').click()
}

/** Buys for Ada. @returns the order's reference */
async function buyPower(meter: string): Promise<string> {
  await manager.openPage('/management/power')
  if (await button('Fresh start').isVisible()) await button('Fresh start').click()
  await chooseAda()
  await page.getByLabel('Phone number').fill('08012345678')
  await page.getByLabel('Meter number').fill(meter)
  await chooseCompany('ikeja')
  expect(await button('Continue').isDisabled()).toBe(true)
  await page.getByLabel('Amount').fill('2000')
  await button('Continue').click()
  await button('Subscribe Now').click()
  await verifyPin()
  await page.getByRole('heading', { name: 'Your subscription was successful.' }).waitFor()
  const receipt = (await page.getByRole('link', { name: 'Print Receipt' }).getAttribute('href')) ?? ''
  return /^\/electricity\/print-receipt\/\?ref=([A-Z2-9]{12})$/.exec(receipt)?.[1] ?? receipt
}

test('a manager buys electricity for a user: one PIN, the token, a receipt, and a form that is restored', async () => {
  const meter = newMeter()
  const reference = await buyPower(meter)
  expect(reference).toMatch(/^[A-Z2-9]{12}$/)
  expect(await digitsIn(page.locator('.token').first())).toHaveLength(20)
  expect((await fixture.app.providerRecordsOf({ reference, beneficiary: meter })).deliveries).toHaveLength(1)

  await manager.openPage('/management/power')
  await expect.poll(() => page.getByLabel('Meter number').inputValue()).toBe(meter)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(
    new RegExp(`access_token|auth_pin|${musa.pin}`),
  )
  await button('Fresh start').click()
  expect(await page.getByLabel('Meter number').inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(meter)
})

test('a wrong PIN buys nothing, and the correct PIN then buys once', async () => {
  const meter = newMeter()
  await manager.openPage('/management/power')
  await chooseAda()
  await page.getByLabel('Phone number').fill('08012345678')
  await page.getByLabel('Meter number').fill(meter)
  await chooseCompany('ikeja')
  await page.getByLabel('Amount').fill('2000')
  await button('Continue').click()
  await button('Subscribe Now').click()
  const hasFocus = (item: Locator) => item.evaluate((element) => element === document.activeElement)
  expect(await hasFocus(page.getByLabel('Your 6-digit PIN'))).toBe(true)
  await page.keyboard.press('Escape')
  expect(await hasFocus(button('Subscribe Now'))).toBe(true)
  await page.keyboard.press('Enter')
  await verifyPin('111111')
  await dialog('Verify authentication PIN').getByText('Incorrect PIN.').waitFor()
  expect(await toast(/PIN/).count()).toBe(0)
  expect((await fixture.app.providerRecordsOf({ reference: '', beneficiary: meter })).deliveries).toEqual([])
  await verifyPin()
  await page.getByRole('heading', { name: 'Your subscription was successful.' }).waitFor()
  expect(
    (await fixture.app.providerRecordsOf({ reference: '', beneficiary: meter })).deliveries,
  ).toHaveLength(1)
})

test('a top-up is sent after the PIN, and the reloaded page confirms it', async () => {
  await manager.openPage('/management/wallet/top-up')
  await chooseAda()
  await page.getByLabel('Amount').fill('4')
  expect(await button('Topup Wallet').isDisabled()).toBe(true)
  await page.getByLabel('Amount').fill('5')
  await page.getByLabel('Subject').fill('Sorry for the wait')
  await button('Topup Wallet').click()
  await Promise.all([page.waitForEvent('load'), verifyPin()])
  await toast(/wallet|topped/i).waitFor()
  expect(await button(/Select a User/).isVisible()).toBe(true)
})

test('only its button closes the dialog that records a purchase, and invalid input is not sent', async () => {
  await manager.openPage('/management/power')
  await button('Create record').click()
  const record = dialog('Create record')
  await record.getByText('Add a new power record manually.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await record.isVisible()).toBe(true)
  await record.getByRole('button', { name: 'Close' }).click()
  await record.waitFor({ state: 'detached' })

  await button('Create record').click()
  await record.getByLabel('Meter number').fill(newMeter())
  await record.getByLabel('Units').fill('a12.5b')
  expect(await record.getByLabel('Units').inputValue()).toBe('12.5')
  await record.getByRole('button', { name: 'Create record' }).click()
  await toast('Token is required.').waitFor()
  await record.getByLabel('Token').fill('1234-5678-9012-3456-7890')
  await record.getByLabel('Phone number').fill('08012345678')
  await record.getByLabel('Amount').fill('4000')
  await chooseCompany('eko', record)
  await Promise.all([
    page.waitForEvent('load'),
    record.getByRole('button', { name: 'Create record' }).click(),
  ])
  await toast(/record/i).waitFor()
})

test('an e-mail is started from a template, changed in the editor, previewed and sent with a file', async () => {
  await manager.openPage('/management/messages/email')
  const text = page.getByRole('textbox', { name: 'Message' })
  await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Holidays' })
  expect(await page.getByLabel('Type', { exact: true }).inputValue()).toBe('text')
  expect(await text.getAttribute('contenteditable')).toBe('false')
  expect(await page.getByLabel('Reference', { exact: true }).isDisabled()).toBe(true)
  await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Power' })
  expect(await page.getByLabel('Type', { exact: true }).inputValue()).toBe('subscription')
  expect(await page.getByLabel('Reference', { exact: true }).isEnabled()).toBe(true)

  await page.getByLabel('User Group').selectOption({ label: 'Registered' })
  await button('Send Message').click()
  await toast('Please select a user to continue.').waitFor()
  await chooseAda()
  await page.getByLabel('Reference', { exact: true }).fill('ABCDEFGHJKLM')
  await page.getByLabel('Email Template').selectOption({ index: 1 })
  await expect.poll(() => page.getByLabel('Subject').inputValue()).not.toBe('')
  await text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await button('Bold').click()
  await page.keyboard.type('Have a good day.')
  await button('Preview').click()
  await page.frameLocator('.preview').getByText('Have a good day.').waitFor()
  await page.getByLabel('File Attachment').setInputFiles({
    name: 'a-very-long-name-of-a-notice.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('A notice.'),
  })
  await page.getByText('a-very-long-name.txt, 9').waitFor()
  await button('Send Message').click()
  await button('Send now').click()
  await toast('Message queued for 1 recipient.').waitFor()
  expect(await page.getByLabel('User Group').inputValue()).toBe('guest_user')
  expect(await page.getByLabel('Subject').inputValue()).toBe('')
  expect(await text.textContent()).toBe('')
  const sentEmail = async () =>
    (await fixture.app.mailTo(ada.email)).find((mail) => mail.text.includes('Have a good day.'))
  await expect.poll(sentEmail, { timeout: 10_000 }).toBeDefined()
  expect((await sentEmail())?.attachments.map(({ name }) => name)).toEqual([
    'a-very-long-name-of-a-notice.txt',
  ])
})

test("an SMS takes its text from an order's reference", async () => {
  const reference = await buyPower(newMeter())
  await manager.openPage('/management/messages/sms')
  expect(await page.getByLabel('Service', { exact: true }).inputValue()).toBe('other')
  expect(await page.getByLabel('Reference', { exact: true }).count()).toBe(0)
  await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Power' })
  await page.getByLabel('Reference', { exact: true }).fill(reference)
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect
    .poll(() => message.inputValue())
    .toMatch(/Token: .*\nUnits: .* kWh\nMeter: \d+\nAmount: ₦2,000\.00\nHelp: /)
  await page.getByLabel('Enter Phone Numbers').fill('08099887766')
  await button('Send Message').click()
  await button('Send now').click()
  await toast('Message queued for 1 recipient.').waitFor()
  await expect.poll(() => fixture.app.smsTo('08099887766'), { timeout: 10_000 }).toHaveLength(1)
})

test('Update Configs is shown only while a value differs', async () => {
  await manager.openPage('/management/configs')
  const status = page.getByRole('group', { name: 'Service Status' }).getByLabel('Airtime')
  await status.selectOption({ label: 'Disable' })
  await button('Update Configs').waitFor()
  await status.selectOption({ label: 'Enable' })
  await button('Update Configs').waitFor({ state: 'detached' })
  await status.selectOption({ label: 'Disable' })
  await button('Update Configs').click()
  await toast('Configuration updated successfully!').waitFor()
  await button('Update Configs').waitFor({ state: 'detached' })
  expect(await status.inputValue()).toBe('0')
  await status.selectOption({ label: 'Enable' })
  await button('Update Configs').click()
  await button('Update Configs').waitFor({ state: 'detached' })
})

test('an order is found by its meter, shows its timeline, and is in the review queue while its outcome is unknown', async () => {
  const guest = await fixture.openBrowser()
  await fixture.app.injectFault('vtpass', 'wrong_amount')
  const meter = newMeter()
  const reference = await guest.startCheckout({ meter })
  await guest.pressCheckoutButton('Pay now')
  await guest.page.waitForURL((url) => url.origin === fixture.app.url)
  await guest.closeBrowser()

  await manager.openPage('/management/transactions')
  await page.getByRole('searchbox').fill(meter)
  await button('Search').click()
  await page.waitForURL(`**/management/transactions?search=${meter}`)
  await page.getByRole('link', { name: reference }).click()
  await page.getByRole('heading', { name: `Order ${reference}` }).waitFor()
  await page.getByText('All events, with references and amounts').click()
  await expect.poll(() => page.locator('.timeline li').count()).toBeGreaterThan(2)

  await manager.openPage('/management/reviews')
  const queued = page.getByRole('row').filter({ has: page.getByRole('link', { name: reference }) })
  await queued.waitFor()
  await page.setViewportSize(phoneViewport.viewport)
  expect((await queued.boundingBox())?.height, 'a card on a phone').toBeLessThan(140)
  await queued.getByRole('checkbox').check()
  await button('Requery 1 order').waitFor()
  await page.setViewportSize(desktop.viewport)
  await queued.getByRole('checkbox').uncheck()
  await queued.getByRole('button', { name: 'Requery' }).click()
  await dialog(`Requery: ${reference}`).getByLabel('Reason').fill('The customer called.')
  await dialog(`Requery: ${reference}`).getByRole('button', { name: 'Requery' }).click()
  await verifyPin()
  await dialog(`Requery: ${reference}`).waitFor({ state: 'detached' })
})

test('at 1280 px every row of the transactions is 40 px high, with the longest texts too', async () => {
  await buyPower(newMeter())
  const list = '**/api/v1/management/transactions/all*'
  await page.route(list, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const row of json.data.list.filter(({ type }: { type: string }) => type === 'order'))
      Object.assign(row, {
        ...{ title: 'WAEC Registration, WASSCE for private candidates, second series', user: null },
        ...{ customer_name: 'Oluwaseun Abdulrahman Chukwuemeka-Okonkwo of Lagos' },
        ...{ state: 'refunding', review: 'The refund is late.' },
      })
    await route.fulfill({ response, json })
  })
  await manager.openPage('/management/transactions')
  await page.locator('tbody tr').first().waitFor()
  const heights = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect([...new Set(heights)]).toEqual([40])
  const { y } = (await page.locator('tbody tr').first().boundingBox()) ?? { y: Infinity }
  expect((800 - y) / 40, 'rows above the fold at 1280 × 800').toBeGreaterThanOrEqual(12)
  const heading = page.getByRole('columnheader', { name: 'Customer' })
  await page.evaluate(() => {
    document.documentElement.style.paddingBottom = '200vh'
    window.scrollTo(0, document.querySelector('.table tbody tr:last-child')?.getBoundingClientRect().top ?? 0)
  })
  await expect.poll(async () => (await heading.boundingBox())?.y).toBe(0)
  await page.unroute(list)
})

test('the columns of the transactions that are shown at first fit a tablet, a small laptop and a desktop', async () => {
  const list = '**/api/v1/management/transactions/all*'
  await page.route(list, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const row of json.data.list)
      Object.assign(row, { total_amount: 20_100, refunded: 20_100, customer_name: 'ADAEZE OKONKWO' })
    await route.fulfill({ response, json })
  })
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await manager.openPage('/management/transactions')
    const box = page.locator('.table-box')
    await box.waitFor()
    const hidden = await box.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(hidden, `pixels outside the table at ${width} px`).toBe(0)
  }
  await page.setViewportSize(desktop.viewport)
  await page.unroute(list)
})

test('at 1280 px a search field shows its hint while it has the focus, and nothing moves', async () => {
  await manager.openPage('/management/transactions')
  const list = page.getByRole('region', { name: 'Transactions', exact: true })
  const hint = page.locator('.filters .field-hint').first()
  const before = (await list.boundingBox())?.y
  await page.getByRole('searchbox').focus()
  await expect.poll(async () => (await hint.boundingBox())?.width ?? 0).toBeGreaterThan(200)
  expect((await list.boundingBox())?.y).toBe(before)
})

test('at 1280 px a row of the audit log with a first and last name is 40 px high', async () => {
  await manager.openPage('/management/audit-logs')
  const row = page.getByRole('row').filter({ hasText: 'Signed in' }).first()
  await row.waitFor()
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(41)
})

test('on a phone a finger reaches the link of a row on 44 pixels, and the rows keep their height', async () => {
  const onPhone = await fixture.openBrowser({ ...phoneViewport, storageState: signedIn })
  await onPhone.openPage('/management/users')
  const link = onPhone.page.locator('.table td > a').first()
  await link.scrollIntoViewIfNeeded()
  const result = await link.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect()
    const isReachedAt = (y: number) => document.elementFromPoint(left + 10, y) === element
    const middle = top + height / 2
    return { height, isReached: [-21, 21].every((distance) => isReachedAt(middle + distance)) }
  })
  expect(result.isReached).toBe(true)
  expect(result.height).toBeLessThan(30)
  await onPhone.closeBrowser()
})

test('the menu leads to every page; none violates an accessibility rule or overflows a phone', async () => {
  const onPhone = await fixture.openBrowser({ ...phoneViewport, storageState: signedIn })
  const broken: Record<string, string[]> = {}
  const withEditor = new Set<string>()
  for (const { page: item } of [manager, onPhone])
    item.on('request', (request) => {
      if (/\/editor-[^/]*\.js/.test(request.url())) withEditor.add(new URL(request.frame().url()).pathname)
    })
  await manager.openPage('/management')
  const paths = await page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link')
    .evaluateAll((links) => links.map((item) => item.getAttribute('href') ?? ''))
  expect(paths).toHaveLength(21)
  for (const [where, { page: item }] of [
    ['desktop', manager],
    ['phone', onPhone],
  ] as const) {
    for (const path of paths) {
      await item.goto(path)
      await waitForHydration(item)
      await item.waitForFunction(() => !document.querySelector('.spinner'))
      const rules = item === page ? await findAccessibilityViolations(item) : []
      const { wide, full } = await item.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        full: document.documentElement.clientWidth,
      }))
      if (wide > full) rules.push(`${wide} pixels wide`)
      if (rules.length > 0) broken[`${where} ${path}`] = rules
    }
  }
  expect(broken).toEqual({})
  expect([...withEditor], 'only the e-mail page loads the editor').toEqual(['/management/messages/email'])
  await onPhone.page.goto('/management')
  await waitForHydration(onPhone.page)
  await onPhone.page.getByRole('button', { name: 'Back office menu' }).click()
  await onPhone.page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: 'Reviews' })
    .click()
  await onPhone.page.waitForURL('**/management/reviews')
  expect(onPhone.errors).toEqual([])
  await onPhone.closeBrowser()
}, 180_000)

test('the back office does not exist for a user who is not a manager', async () => {
  const user = await fixture.openBrowser({
    ...desktop,
    storageState: await fixture.signedIn(ada),
  })
  for (const path of ['/management', '/management/power', '/management/users'])
    expect((await user.page.goto(path))?.status()).toBe(404)
  await user.openPage('/account/dashboard')
  expect(await user.page.getByRole('link', { name: 'Back office' }).count()).toBe(0)
  await user.closeBrowser()
  await manager.openPage('/account/dashboard')
  await page.getByRole('link', { name: 'Back office' }).click()
  await page.waitForURL('**/management')
})

test('no request violated the Content-Security-Policy, and nothing was written to the console', () => {
  expect(manager.errors).toEqual([])
})
