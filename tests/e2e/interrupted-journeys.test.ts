import { expect, test } from 'vitest'
import { detailsPageUrl } from '../../shared/pages.ts'
import { openBrowserFixture } from './browser.ts'
import { formOf, testProducts } from './catalogue.ts'
import {
  desktop,
  newMeter,
  powerForm,
  referenceOf,
  serviceForm,
  successAddress,
  waitForHydration,
} from './visitor.ts'

/**
 * Back, a refresh, a closed tab, a second press, a slow connection: each interruption ends with one payment.
 */
const fixture = openBrowserFixture()

test('a guest who leaves the checkout finds the order unpaid, and can pay for it', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const meter = newMeter()
  const order = await guest.startCheckout({ meter })
  await guest.pressCheckoutButton('Decline payment')
  await page.waitForURL(`**/electricity/customer-details?reference=${order}**`)
  await page.getByText("Your payment didn't go through. You were not charged. Try again.").waitFor()
  await waitForHydration(page)
  await guest.goToHostedCheckout('USSD')
  await guest.pressCheckoutButton('Pay now')
  await guest.waitForSuccessPage()
  expect(
    (await fixture.app.providerRecordsOf({ reference: order, beneficiary: meter })).captures,
  ).toHaveLength(1)
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test('a tab that closes right after paying loses nothing: the token is delivered and the page still opens', async () => {
  const guest = await fixture.openBrowser()
  const meter = newMeter()
  const order = await guest.startCheckout({ meter, phone: '08031234569' })
  await guest.page.route('**/payments/callback/**', (route) => route.abort())
  await guest.pressCheckoutButton('Pay now').catch(() => undefined)
  await expect
    .poll(
      async () => (await fixture.app.providerRecordsOf({ reference: order, beneficiary: meter })).captures,
    )
    .toHaveLength(1)
  await guest.page.close()
  await expect
    .poll(
      async () => (await fixture.app.providerRecordsOf({ reference: order, beneficiary: meter })).deliveries,
      {
        timeout: 15_000,
      },
    )
    .toHaveLength(1)
  await expect.poll(() => fixture.app.smsTo('08031234569'), { timeout: 10_000 }).not.toHaveLength(0)

  const again = await guest.context.newPage()
  await again.goto(`/electricity/customer-details?reference=${order}`)
  await again.waitForURL(successAddress)
  await again.getByText('This order is already delivered. Here is what you bought.').waitFor()
  expect(await again.locator('.token').count()).toBe(1)
  await guest.closeBrowser()
})

test('a refreshed process page still leads to the token', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const meter = newMeter()
  const order = await guest.startCheckout({ meter })
  // Longer than a busy machine takes to open the page twice.
  await fixture.app.configureSimulators({ vendMs: 8_000 })
  await guest.pressCheckoutButton('Pay now')
  await page.waitForURL('**/electricity/transactions/process?**')
  await page.getByText('Generating your token, please wait...').waitFor()
  await page.reload()
  await page.getByText('We have received your payment of ₦5,100.00').waitFor()
  await guest.waitForSuccessPage()
  await fixture.app.configureSimulators({ vendMs: 0 })
  const { captures, deliveries } = await fixture.app.providerRecordsOf({
    reference: order,
    beneficiary: meter,
  })
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test('Back from the checkout shows the order again, and it is paid exactly once', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const meter = newMeter()
  const order = await guest.startCheckout({ meter })
  await page.goBack()
  await page.waitForURL(`**/electricity/customer-details?reference=${order}**`)
  await waitForHydration(page)
  await guest.goToHostedCheckout('USSD')
  await guest.pressCheckoutButton('Pay now')
  await guest.waitForSuccessPage()
  const { captures, deliveries } = await fixture.app.providerRecordsOf({
    reference: order,
    beneficiary: meter,
  })
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  await guest.closeBrowser()
})

test('Back from the token never offers to pay again', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const order = await guest.completePurchase({ meter: newMeter() })
  await page.goBack()
  await page.getByText('This payment was received.').waitFor()
  await page.goBack()
  await page.waitForURL(successAddress)
  await page.getByText('This order is already delivered. Here is what you bought.').waitFor()
  for (const path of ['customer-details', 'transactions/process', 'pay']) {
    await page.goto(`/electricity/${path}?reference=${order}`)
    await page.waitForURL(successAddress)
    expect(await page.locator('.token').count()).toBe(1)
  }
  await guest.closeBrowser()
})

test('double clicks on Continue and on Pay create one order and open one checkout', async () => {
  const guest = await fixture.openBrowser(desktop)
  const { page } = guest
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
  })
  await guest.openPage('/electricity/subscription')
  await guest.fillForm({ meter: newMeter() })
  await page.locator('form[name="power"]').getByRole('button', { name: 'Continue' }).dblclick()
  await page.waitForURL('**/electricity/customer-details?**')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Proceed to Payment' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Bank transfer' }).dblclick()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay ₦/ })
    .dblclick()
  await page.waitForURL(`${fixture.app.simulatorsUrl}/**`)
  expect(calls.filter((item) => item.endsWith('/payments/initiate'))).toHaveLength(1)
  expect(calls.filter((item) => item.endsWith('/get-meter-info'))).toHaveLength(1)
  await guest.closeBrowser()
})

test('a refresh, Back and a double click at every step of a data plan lose nothing and pay once', async () => {
  const guest = await fixture.openBrowser(desktop)
  const { page } = guest
  const product = testProducts.data
  const number = product.newNumber()
  await guest.openPage(formOf(product))
  await product.fillForm(page, number)
  await serviceForm(page).getByRole('button', { name: 'Continue' }).dblclick()
  const order = await referenceOf(page)
  await page.reload()
  await waitForHydration(page)
  await page.goBack()
  await page.waitForURL(`**${formOf(product)}`)
  await waitForHydration(page)
  const typed = await serviceForm(page).getByLabel('Device ID / phone number').inputValue()
  expect(typed.replace(/\D/g, '').slice(-10)).toBe(number.slice(-10))
  await serviceForm(page).getByRole('button', { name: 'Continue' }).dblclick()
  expect(await referenceOf(page)).toBe(order)
  await waitForHydration(page)
  await guest.goToHostedCheckout('Card')
  await page.reload()
  await page.goBack()
  expect(await referenceOf(page)).toBe(order)
  await page.reload()
  await waitForHydration(page)
  await guest.goToHostedCheckout('Card')
  await page.getByRole('button', { name: 'Pay now' }).dblclick()
  await guest.waitForSuccessPage()
  for (const again of [() => page.reload(), () => page.goBack(), () => page.goForward()]) {
    await again()
    if (!page.url().startsWith(fixture.app.url)) await page.goto(detailsPageUrl(product.service, order))
    await guest.waitForSuccessPage()
    await page.getByRole('heading', { level: 1, name: product.title }).waitFor()
  }
  const { captures, deliveries } = await fixture.app.providerRecordsOf({
    reference: order,
    beneficiary: number,
  })
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  await guest.closeBrowser()
})

test('on a slow connection with long delays airtime is still bought', { timeout: 120_000 }, async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const line = await guest.context.newCDPSession(page)
  const kilobit = 1_024 / 8
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 400 * kilobit,
    uploadThroughput: 200 * kilobit,
  })
  const product = testProducts.airtime
  const number = product.newNumber()
  await guest.openPage(formOf(product))
  await product.fillForm(page, number)
  const order = await guest.submitForm()
  await waitForHydration(page)
  await guest.goToHostedCheckout('Card')
  await guest.pressCheckoutButton('Pay now')
  await guest.waitForSuccessPage()
  const { captures, deliveries } = await fixture.app.providerRecordsOf({
    reference: order,
    beneficiary: number,
  })
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test('when the validation cannot be loaded, Continue keeps the form while offline and posts it afterwards', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  await page.route('**/assets/contracts-*.js', (route) => route.abort('connectionreset'))
  await guest.openPage('/electricity/subscription')
  const meter = newMeter()
  await guest.fillForm({ meter })
  const continueButton = powerForm(page).getByRole('button', { name: 'Continue' })
  await guest.context.setOffline(true)
  await continueButton.click()
  await page.getByRole('alert').filter({ hasText: 'No internet connection' }).waitFor()
  expect(await powerForm(page).getByLabel('Meter number').inputValue()).toContain(meter.slice(0, 4))
  await guest.context.setOffline(false)
  await continueButton.dblclick()
  await page.waitForURL('**/electricity/customer-details?reference=**')
  await page.getByText(meter).first().waitFor()
  await guest.closeBrowser()
})

test('Continue waits for the validation on a slow connection, and looks the meter up once', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const lookups: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/v1/')) lookups.push(request.url())
  })
  const loaded = Promise.withResolvers<void>()
  await page.route('**/assets/contracts-*.js', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await guest.openPage('/electricity/subscription')
  await guest.fillForm({ meter: newMeter() })
  const continueButton = powerForm(page).getByRole('button', { name: 'Continue' })
  await continueButton.dblclick()
  await page.getByText('Checking your meter, please wait...').waitFor()
  expect(lookups).toEqual([])
  loaded.resolve()
  await page.waitForURL('**/electricity/customer-details?reference=**')
  expect(lookups).toHaveLength(1)
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})
