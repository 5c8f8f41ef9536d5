import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowserFixture } from './browser.ts'
import {
  digitsIn,
  newMeter,
  type Purchase,
  phoneViewport,
  powerForm,
  referenceOf,
  successAddress,
  textOf,
  waitForHydration,
} from './visitor.ts'

const fixture = openBrowserFixture()

const scriptOff = { ...phoneViewport, javaScriptEnabled: false }

/** Fills the server-rendered form, whose company list is native. */
async function fillPlainForm(page: Page, { meter, type = 'Prepaid', amount = '5,000' }: Purchase) {
  const form = powerForm(page)
  await form.getByRole('radio', { name: type }).check()
  await form.getByLabel('Phone number').fill('0801 234 5678')
  await form.getByLabel('Meter number').fill(meter)
  await form.getByLabel('Company or city').selectOption({ label: 'Eko Electric (Lagos)' })
  await form.getByLabel('Amount').fill(amount)
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('without JavaScript a guest buys a token, from the tile to the printed receipt', async () => {
  const guest = await fixture.openBrowser(scriptOff)
  const { page } = guest
  const meter = newMeter()
  await page.goto('/')
  await page.getByRole('link', { name: 'Power Prepaid and postpaid' }).click()
  await fillPlainForm(page, { meter })
  await press(page, 'Continue')
  const order = await referenceOf(page)
  await page.getByRole('link', { name: 'Proceed to Payment' }).click()
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await page.getByLabel('E-mail for the receipt (optional)').fill('plain@buyer.example')
  await press(page, 'Continue')
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await press(page, 'Pay now')
  await page.waitForURL(successAddress, { timeout: 20_000 })
  const token = await digitsIn(page.locator('.token'))
  expect(token).toHaveLength(20)
  const { captures, deliveries } = await fixture.app.providerRecordsOf({
    reference: order,
    beneficiary: meter,
  })
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual(['Buy again'])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download receipt' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${meter}-${order}-receipt.pdf`)
  await page.goto(`/electricity/print-receipt/?ref=${order}`)
  expect(await digitsIn(page.locator('.token'))).toBe(token)
  await expect.poll(() => fixture.app.mailTo('plain@buyer.example'), { timeout: 10_000 }).toHaveLength(1)
  await guest.closeBrowser()
})

test('without JavaScript an order in progress is shown on a page that reloads automatically', async () => {
  const guest = await fixture.openBrowser(scriptOff)
  const { page } = guest
  await page.goto('/electricity/subscription')
  await fillPlainForm(page, { meter: newMeter('prepaid', '0001') })
  await press(page, 'Continue')
  await page.getByRole('link', { name: 'Proceed to Payment' }).click()
  await page.getByRole('radio', { name: 'USSD' }).check()
  await press(page, 'Continue')
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await press(page, 'Pay now')
  await page.getByRole('heading', { name: 'Generating your token, please wait...' }).waitFor()
  await page.getByText('You may close this page.').waitFor()
  expect(await textOf(page.getByRole('list', { name: 'Timeline' }))).toContain('Payment received')
  await page.waitForEvent('framenavigated')
  await guest.closeBrowser()
})

test('without JavaScript a rejected form keeps every field as typed, with the error at its field', async () => {
  const guest = await fixture.openBrowser(scriptOff)
  const { page } = guest
  await page.goto('/electricity/subscription')
  await fillPlainForm(page, { meter: '45012345678', type: 'Postpaid' })
  await press(page, 'Continue')
  const form = powerForm(page)
  const summary = page.locator('.error-summary')
  await summary.getByText('We could not find that meter').waitFor()
  expect(await summary.getByRole('link').first().getAttribute('href')).toBe('#power-meter_number')
  expect(await form.getByLabel('Meter number').getAttribute('aria-invalid')).toBe('true')
  expect(await form.getByRole('radio', { name: 'Postpaid' }).isChecked()).toBe(true)
  expect(await form.getByLabel('Phone number').inputValue()).toBe('0801 234 5678')
  expect(await form.getByLabel('Amount').inputValue()).toBe('5,000')
  expect(await form.getByLabel('Company or city').inputValue()).not.toBe('')
  await form.getByLabel('Meter number').fill(newMeter('postpaid'))
  await press(page, 'Continue')
  await referenceOf(page)
  await guest.closeBrowser()
})

test('without JavaScript a past token is found', async () => {
  const buyer = await fixture.openBrowser()
  const meter = newMeter()
  await buyer.completePurchase({ meter, phone: '08031110001' })
  const token = await digitsIn(buyer.page.locator('.token'))
  await buyer.closeBrowser()
  const guest = await fixture.openBrowser(scriptOff)
  await guest.page.goto('/electricity/subscription')
  await guest.page.getByLabel('Phone number used').fill('08031110001')
  await guest.page.getByLabel('Meter number bought for').fill(meter)
  await press(guest.page, 'Show records')
  expect(await digitsIn(guest.page.locator('.token'))).toBe(token)
  await guest.closeBrowser()
})

/** Holds every script back, as a slow connection does. @returns lets the scripts arrive */
async function holdScripts(page: Page): Promise<() => void> {
  const arrival = Promise.withResolvers<void>()
  await page.route(/\.js(\?|$)/, async (route) => {
    await arrival.promise
    await route.continue().catch(() => undefined)
  })
  return arrival.resolve
}

test('input that was typed before a slow script arrived is kept at hydration', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const releaseScripts = await holdScripts(page)
  await page.goto('/electricity/subscription', { waitUntil: 'commit' })
  const meter = newMeter()
  await fillPlainForm(page, { meter, amount: '2,500' })
  const form = powerForm(page)
  expect(await form.getAttribute('novalidate')).toBeNull()
  // The picker replaces the native list only when the list loses the focus.
  await form.getByLabel('Amount').focus()
  releaseScripts()
  await waitForHydration(page)
  expect(await form.getByLabel('Meter number').inputValue()).toBe(meter)
  expect(await form.getByLabel('Phone number').inputValue()).toBe('0801 234 5678')
  expect(await form.getByLabel('Amount').inputValue()).toBe('2,500')
  expect(await form.getByRole('radio', { name: 'Prepaid' }).isChecked()).toBe(true)
  await form.getByRole('button', { name: 'Company or city' }).getByText('Eko Electric').waitFor()
  await guest.submitForm()
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test('Continue before a slow script arrives posts the form, and the purchase continues', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const releaseScripts = await holdScripts(page)
  await page.goto('/electricity/subscription', { waitUntil: 'commit' })
  const meter = newMeter()
  await fillPlainForm(page, { meter })
  const posted = page.waitForRequest((item) => item.method() === 'POST')
  await press(page, 'Continue')
  expect(new URL((await posted).url()).pathname).toBe('/electricity/subscription')
  await page.waitForURL('**/customer-details?**', { waitUntil: 'commit' })
  releaseScripts()
  const order = await referenceOf(page)
  await waitForHydration(page)
  await guest.goToHostedCheckout()
  await guest.pressCheckoutButton('Pay now')
  await guest.waitForSuccessPage()
  expect(
    (await fixture.app.providerRecordsOf({ reference: order, beneficiary: meter })).deliveries,
  ).toHaveLength(1)
  await guest.closeBrowser()
})
