import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { launchApp } from '../support/launched-app.ts'
import { openBrowserFixture } from './browser.ts'
import { removeNewFeatures } from './old-browser.ts'
import {
  desktop,
  digitsIn,
  newMeter,
  phoneViewport,
  successAddress,
  textOf,
  waitForHydration,
} from './visitor.ts'

const fixture = openBrowserFixture(launchApp)

for (const [device, size] of [
  ['a 2022 phone', phoneViewport],
  ['a desktop', desktop],
] as const) {
  test(`a guest buys a prepaid token on ${device}, from the tile to the receipt`, async () => {
    const guest = await fixture.openBrowser(size)
    if (size === phoneViewport) await guest.context.addInitScript(removeNewFeatures)
    const { page } = guest
    const meter = newMeter()
    const email = `${size.viewport.width}@buyer.example`

    await guest.openPage('/')
    await page.getByRole('link', { name: 'Power Prepaid and postpaid' }).click()
    await page.getByRole('heading', { name: 'Buy electricity' }).waitFor()
    await guest.fillForm({ meter, amount: '5,000', phone: '08031234567' })
    const order = await guest.submitForm()
    await waitForHydration(page)
    await expect.poll(() => textOf(page.locator('main'))).toContain('₦5,100.00')
    expect(await textOf(page.locator('main'))).toContain(meter)
    await guest.goToHostedCheckout('Bank transfer', email)
    await guest.pressCheckoutButton('Pay now')
    await guest.waitForSuccessPage()

    const token = await digitsIn(page.locator('.token'))
    expect(token).toHaveLength(20)
    await page.getByRole('button', { name: 'Copy token' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download receipt' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${meter}-${order}-receipt.pdf`)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await page.getByText('Receipt downloaded successfully!').waitFor()

    await page.getByText('More ways to keep the receipt').click()
    const [printPage] = await Promise.all([
      guest.context.waitForEvent('page'),
      page.getByRole('link', { name: 'Print receipt' }).click(),
    ])
    await printPage.waitForURL(`**/electricity/print-receipt/?ref=${order}`)
    expect(await digitsIn(printPage.locator('.token'))).toBe(token)

    // The run on the other device sends its token to the same phone.
    const digitsInTexts = async () =>
      (await fixture.app.smsTo('08031234567')).map(({ text }) => text.replace(/\D/g, '')).join(' ')
    await expect.poll(digitsInTexts).toContain(token)
    await expect.poll(() => fixture.app.mailTo(email)).toHaveLength(1)
    const [mail] = await fixture.app.mailTo(email)
    expect(mail!.text.replace(/\D/g, '')).toContain(token)
    expect(guest.errors).toEqual([])
    await guest.closeBrowser()
  })
}

test('a postpaid bill is paid, and no page mentions a token to enter', async () => {
  const guest = await fixture.openBrowser()
  const meter = newMeter('postpaid')
  const order = await guest.completePurchase({ meter, type: 'Postpaid', phone: '08031234568' })
  expect(await textOf(guest.page.getByRole('heading', { level: 1 }))).toBe('Your bill is paid')
  expect(await guest.page.locator('.token').count()).toBe(0)
  expect(
    (await fixture.app.providerRecordsOf({ reference: order, beneficiary: meter })).deliveries,
  ).toHaveLength(1)
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test('a declined card is reported, and the same order is paid at the second attempt', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const meter = newMeter()
  await guest.openPage('/electricity/subscription')
  await guest.fillForm({ meter })
  const order = await guest.submitForm()
  await waitForHydration(page)
  await guest.goToHostedCheckout('Card')
  await page.getByLabel('Or one of the test cards').selectOption('4084080000005408')
  await guest.pressCheckoutButton('Pay now')
  await page.waitForURL('**/electricity/transactions/process?**')
  await page.getByRole('heading', { name: "Your payment didn't go through" }).waitFor()
  expect(await page.getByRole('link', { name: 'Re-confirm meter number' }).getAttribute('href')).toBe('/')

  await page.getByRole('link', { name: 'Try payment again' }).click()
  await page.waitForURL(`**/electricity/customer-details?reference=${order}**`)
  await waitForHydration(page)
  await guest.goToHostedCheckout('Card')
  await guest.pressCheckoutButton('Pay now')
  await guest.waitForSuccessPage()
  const { captures, deliveries } = await fixture.app.providerRecordsOf({
    reference: order,
    beneficiary: meter,
  })
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test("a failed order is reported, and its refund goes to an account whose holder's name was shown", async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const meter = newMeter('prepaid', '0003')
  await fixture.app.injectFault('paystack', 'refund_needs_attention')
  const order = await guest.startCheckout({ meter, phone: '08031234598' })
  await guest.pressCheckoutButton('Pay now')
  // "We could not deliver", or "We couldn't refund" when the refund failed before the page was rendered.
  const failure = page.getByRole('heading', { name: /could/ })
  await failure.waitFor()
  await page.getByRole('link', { name: 'Report a problem' }).click()
  await waitForHydration(page)
  await page.getByLabel('What went wrong?').fill('I need the light tonight.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByText(/^T-[A-Z2-9]{8}$/).waitFor()

  await expect
    .poll(
      async () => {
        await guest.openPage(`/electricity/transactions/process?reference=${order}`)
        await failure.waitFor()
        return page.getByRole('link', { name: 'Add bank account for refund' }).count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await page.getByRole('link', { name: 'Add bank account for refund' }).click()
  await page.waitForURL('**/orders/refund-account?**')
  await waitForHydration(page)
  await page.getByRole('button', { name: /^Bank/ }).click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await page.getByLabel('Account number').fill('0123456789')
  await page.getByRole('button', { name: 'Verify account' }).click()
  await page.getByText('This account belongs to').waitFor()
  await page.getByRole('button', { name: 'Refund ₦5,100.00 to this account' }).click()
  await page.waitForURL('**/electricity/transactions/process?**')
  await page.getByText('₦5,100.00').first().waitFor()
  await expect
    .poll(async () => (await fixture.app.providerRecordsOf({ reference: order, beneficiary: meter })).refunds)
    .toHaveLength(1)
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test('an unknown meter is reported at the form, and the input is kept', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  await guest.openPage('/electricity/subscription')
  await guest.fillForm({ meter: '45012345678', amount: '2500' })
  const message = 'We could not find that meter. Please check the number and the company.'
  await page.getByRole('alert').filter({ hasText: message }).first().waitFor()
  expect(await page.getByLabel('Meter number', { exact: true }).inputValue()).toBe('45012345678')
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test('without a connection nothing is sent, and a toast states the reason', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  await guest.openPage('/electricity/subscription')
  await guest.fillForm({ meter: newMeter() })
  const sent: string[] = []
  page.on('request', (item) => item.method() === 'POST' && sent.push(item.url()))
  await guest.context.setOffline(true)
  await page.locator('form[name="power"]').getByRole('button', { name: 'Continue' }).click()
  await page.getByText('No internet connection').first().waitFor()
  expect(sent).toEqual([])
  await guest.context.setOffline(false)
  await guest.submitForm()
  await guest.closeBrowser()
})

test('a disabled service shows its reason and opens no form', async () => {
  await fixture.app.set('power_status', 'off')
  await fixture.app.set('power_reason', 'The companies are being upgraded until 6 pm.')
  const guest = await fixture.openBrowser()
  const { page } = guest
  await expect
    .poll(
      async () => {
        await guest.openPage('/')
        return textOf(page.getByRole('listitem').filter({ hasText: 'Prepaid and postpaid' }))
      },
      { timeout: 15_000, interval: 500 },
    )
    .toContain('Inactive!')
  const tile = page.getByRole('listitem').filter({ hasText: 'Prepaid and postpaid' })
  expect(await tile.getByRole('link').count()).toBe(0)
  expect(await textOf(tile)).toContain('upgraded until 6 pm')
  await page.getByText('Power is not available now.').waitFor()
  await guest.openPage('/electricity/subscription')
  await page.getByText('This service is currently not available').waitFor()
  expect(await page.locator('form[name="power"]').count()).toBe(0)
  await page.getByRole('link', { name: "Notify me when it's back" }).click()
  await page.waitForURL('**/tell-me?service=power')
  await waitForHydration(page)
  await page.getByLabel('Phone number').fill('08031234599')
  await page.getByRole('button', { name: 'Notify me' }).click()
  await page.getByText('We will tell you when it is back.').waitFor()
  await fixture.app.set('power_status', 'on')
  await fixture.app.set('power_reason', 'null')
  await expect
    .poll(
      async () => {
        await guest.openPage('/electricity/subscription')
        return page.locator('form[name="power"]').count()
      },
      { timeout: 15_000, interval: 500 },
    )
    .toBe(1)
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test('a past token is found by meter and phone, and the records can be closed', async () => {
  const guest = await fixture.openBrowser()
  const { page } = guest
  const meter = newMeter()
  const order = await guest.completePurchase({ meter, phone: '08031234570' })
  const token = (await textOf(page.locator('.token'))).replace('Token: ', '')
  await guest.openPage('/electricity/subscription')
  const history = page.getByRole('region', { name: 'Find a past token' })
  await history.getByLabel('Phone number used').fill('08031234570')
  await history.getByLabel('Meter number bought for').fill(meter)
  await history.getByRole('button', { name: 'Show records' }).click()
  await history.getByText(token).waitFor()
  expect(await history.getByRole('link', { name: order }).getAttribute('href')).toMatch(successAddress)
  await history.getByRole('button', { name: 'Close Records' }).click()
  expect(await history.getByText(token).count()).toBe(0)
  await history.getByLabel('Meter number bought for').fill('11999999999')
  await history.getByRole('button', { name: 'Show records' }).click()
  await history.getByText('No transaction records.').waitFor()
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test('the details, success and receipt pages do not find an order of another browser', async () => {
  const owner = await fixture.openBrowser()
  const order = await owner.completePurchase({ meter: newMeter() })
  await owner.closeBrowser()
  const stranger = await fixture.openBrowser()
  for (const reference of [order, 'ABCDEFGHJKLM']) {
    for (const path of ['customer-details', 'transactions/successful', 'print-receipt/']) {
      const name = path === 'print-receipt/' ? 'ref' : 'reference'
      await stranger.openPage(`/electricity/${path}?${name}=${reference}`)
      await stranger.page.getByText('No record found').first().waitFor()
      expect(await stranger.page.locator('.token').count()).toBe(0)
    }
  }
  expect(stranger.errors).toEqual([])
  await stranger.closeBrowser()
})
