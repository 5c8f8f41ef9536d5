import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demoUsers } from '../../server/accounts/index.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { openBrowserFixture } from './browser.ts'
import {
  desktop,
  digitsIn,
  newMeter,
  phoneViewport,
  successAddress,
  type Visitor,
  waitForHydration,
} from './visitor.ts'

/**
 * A manager's actions on an order with a problem, from the order's page. Each test states the number of clicks; keys
 * that type a reason or the PIN are not counted.
 */
const fixture = openBrowserFixture()
const musa = demoUsers.find(({ role }) => role === 'manager')!
const ada = demoUsers[0]!
let signedIn: BrowserContextOptions['storageState']
let manager: Visitor
let page: Page
let pressCount = 0

beforeAll(async () => {
  signedIn = await fixture.signedIn(musa)
  manager = await fixture.openBrowser({ ...desktop, storageState: signedIn })
  page = manager.page
}, 150_000)

async function openOrder(reference: string): Promise<void> {
  await manager.openPage(`/management/transactions/${reference}`)
  await page.getByRole('heading', { name: 'Payments' }).waitFor()
  pressCount = 0
}
/** Presses a button of the page, or of the dialog with this name. */
async function press(name: string, inDialog?: string): Promise<void> {
  const place = inDialog ? page.getByRole('dialog', { name: inDialog }) : page
  await place.getByRole('button', { name, exact: true }).click()
  pressCount += 1
}
async function enterPin(): Promise<void> {
  await page.getByLabel('Your 6-digit PIN').fill(musa.pin!)
  await press('Verify Pin')
}
const toast = (text: string | RegExp) => page.locator('.toasts').getByText(text).first()

async function createDeliveredOrder(phone = '08012345678') {
  const guest = await fixture.openBrowser()
  const meter = newMeter()
  const reference = await guest.completePurchase({ meter, phone })
  const token = await digitsIn(guest.page.locator('.token').first())
  await guest.closeBrowser()
  return { reference, meter, token }
}

/** A paid order whose vendor delivered something else, so that its outcome is unknown. */
async function createOrderOfUnknownOutcome() {
  await fixture.app.injectFault('vtpass', 'wrong_amount')
  const guest = await fixture.openBrowser()
  const meter = newMeter()
  const reference = await guest.startCheckout({ meter })
  await guest.pressCheckoutButton('Pay now')
  await guest.page.waitForURL((url) => url.origin === fixture.app.url)
  await guest.closeBrowser()
  await expect
    .poll(
      async () => {
        await openOrder(reference)
        return page.getByRole('button', { name: 'Mark delivered' }).count()
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(1)
  return { reference, meter }
}

test('no token arrived: the token is shown and can be sent by WhatsApp, in 2 clicks', async () => {
  const { reference, token } = await createDeliveredOrder()
  await openOrder(reference)
  expect((await page.content()).includes(token)).toBe(false)
  await press('Show token')
  await enterPin()
  const dialog = page.getByRole('dialog', { name: `Order ${reference}` })
  await dialog.waitFor()
  expect(await digitsIn(dialog.locator('.token'))).toBe(token)
  const link = await dialog.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')
  expect(link).toMatch(/^https:\/\/wa\.me\/2348012345678\?text=/)
  expect(pressCount).toBe(2)
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('no token arrived: the token is sent to another phone for this message, in 3 clicks', async () => {
  const { reference, token } = await createDeliveredOrder()
  await openOrder(reference)
  await press('Send again')
  await page.getByLabel('Another phone number').fill('08031110007')
  await press('Send', 'Send the message again')
  await enterPin()
  await toast('The SMS is on its way to 08031110007.').waitFor()
  const sent = async () => (await fixture.app.smsTo('08031110007')).map(({ text }) => text.replace(/\D/g, ''))
  await expect.poll(sent, { timeout: 15_000 }).toEqual([expect.stringContaining(token)])
  expect(pressCount).toBe(3)
})

test('paid twice: both payments are shown, the paying one is marked, and the other is refunded, in 0 clicks', async () => {
  const guest = await fixture.openBrowser()
  const meter = newMeter()
  const reference = await guest.startCheckout({ meter })
  const firstCheckout = guest.page.url()
  await guest.page.goBack()
  await guest.page.waitForURL('**/electricity/customer-details?**')
  await waitForHydration(guest.page)
  await guest.goToHostedCheckout('USSD')
  await guest.pressCheckoutButton('Pay now')
  await guest.waitForSuccessPage()
  await guest.page.goto(firstCheckout)
  await guest.pressCheckoutButton('Pay now')
  await expect
    .poll(async () => (await fixture.app.providerRecordsOf({ reference, beneficiary: meter })).captures)
    .toHaveLength(2)
  await guest.closeBrowser()

  const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row')
  const refunded = async () => {
    await openOrder(reference)
    return rows.filter({ hasText: /Refund(ed| in progress)/ }).count()
  }
  await expect.poll(refunded, { timeout: 30_000, interval: 1_000 }).toBe(1)
  expect(await rows.filter({ hasText: 'Paid for this order' }).count()).toBe(1)
  expect(await rows.count()).toBe(3)
  expect(pressCount).toBe(0)
}, 90_000)

test('an order with an unknown outcome is requeried with a reason, in 3 clicks', async () => {
  const { reference } = await createOrderOfUnknownOutcome()
  await openOrder(reference)
  await press('Requery')
  await page.getByLabel('Reason').fill('The customer called.')
  await press('Requery', `Requery: ${reference}`)
  await enterPin()
  await page.getByRole('dialog', { name: `Requery: ${reference}` }).waitFor({ state: 'detached' })
  expect(pressCount).toBe(3)
}, 90_000)

test('an order with an unknown outcome is marked delivered with the vendor’s evidence, in 3 clicks', async () => {
  const { reference } = await createOrderOfUnknownOutcome()
  await openOrder(reference)
  await press('Mark delivered')
  await page.getByLabel('Reason').fill('VTpass confirmed it by e-mail.')
  await page.getByLabel('Vendor reference').fill('VT-778')
  await page.getByLabel('Token').fill('1234 5678 9012 3456 7890')
  await press('Mark delivered', `Mark delivered: ${reference}`)
  await enterPin()
  await page.getByRole('button', { name: 'Show token' }).waitFor()
  expect(pressCount).toBe(3)
}, 90_000)

test('an undelivered order is refunded: the dialog names amount, customer and route, in 3 clicks', async () => {
  const { reference } = await createOrderOfUnknownOutcome()
  await openOrder(reference)
  await press('Refund')
  const dialog = page.getByRole('dialog', { name: `Refund: ${reference}` })
  expect(await dialog.textContent()).toMatch(/Refunds ₦[\d,.]+ to .+ through Paystack\./)
  await dialog.getByLabel('Reason').fill('No token for two days.')
  await press('Refund', `Refund: ${reference}`)
  await enterPin()
  // The outcome at the vendor is unknown, so a second manager must approve.
  await toast(/second manager/).waitFor()
  expect(pressCount).toBe(3)
}, 90_000)

test('wrong meter: goodwill is paid into the wallet, and the order stays delivered, in 3 clicks', async () => {
  const customer = await fixture.openBrowser({ ...desktop, storageState: await fixture.signedIn(ada) })
  await customer.openPage('/electricity/subscription')
  await customer.fillForm({ meter: newMeter() })
  const reference = await customer.submitForm()
  await waitForHydration(customer.page)
  await customer.pay('Wallet')
  await customer.page.waitForURL(successAddress)
  await customer.closeBrowser()

  await openOrder(reference)
  await press('Pay goodwill')
  const dialog = page.getByRole('dialog', { name: 'Pay goodwill' })
  await dialog.getByLabel('Amount').fill('1500')
  await dialog.getByLabel('Reason').fill('Bought for the wrong meter.')
  await press('Pay', 'Pay goodwill')
  await enterPin()
  await toast('The wallet was credited.').waitFor()
  expect(pressCount).toBe(3)
  await page.getByText('All events, with references and amounts').click()
  await page.getByText('Ledger: goodwill paid').waitFor()
  expect(await page.getByRole('status').first().textContent()).toContain('Delivered')
}, 90_000)

test('a note is added to an order in 1 click, and the page fits a phone', async () => {
  const { reference } = await createDeliveredOrder()
  await openOrder(reference)
  await page.getByLabel('New note').fill('The customer has the token.')
  await press('Add note')
  await page.getByRole('listitem').filter({ hasText: 'The customer has the token.' }).waitFor()
  expect(pressCount).toBe(1)
  expect(await findAccessibilityViolations(page)).toEqual([])
  const onPhone = await fixture.openBrowser({ ...phoneViewport, storageState: signedIn })
  await onPhone.openPage(`/management/transactions/${reference}`)
  await onPhone.page.getByRole('heading', { name: 'Payments' }).waitFor()
  const { wide, full } = await onPhone.page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    full: document.documentElement.clientWidth,
  }))
  expect(wide).toBeLessThanOrEqual(full)
  await onPhone.closeBrowser()
})

test('nothing was written to the console', () => {
  expect(manager.errors).toEqual([])
})
