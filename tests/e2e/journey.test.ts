import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detailsPage } from '../../shared/pages.ts'
import { launchBrowser } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import {
  desk,
  digitsIn,
  type Guest,
  isAwake,
  newGuest,
  newMeter,
  phone,
  referenceOf,
  serviceForm,
  successAddress,
  wordsIn,
} from './guest.ts'
import { formOf, wares } from './wares.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
}, 150_000)

afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const guestAt = (options?: Parameters<typeof newGuest>[2]): Promise<Guest> =>
  newGuest(browser, product, options)

for (const [where, size] of [
  ['a phone', phone],
  ['a desk', desk],
] as const) {
  test(`a guest buys a prepaid token on ${where}, from the tile to the receipt`, async () => {
    const guest = await guestAt(size)
    const { page } = guest
    const meter = newMeter()
    const email = `${size.viewport.width}@buyer.example`

    await guest.opens('/')
    await page.getByRole('link', { name: 'Power Prepaid and postpaid' }).click()
    await page.getByRole('heading', { name: 'Buy electricity' }).waitFor()
    await guest.fills({ meter, amount: '5,000', phone: '08031234567' })
    const order = await guest.continues()
    await isAwake(page)
    await expect.poll(() => wordsIn(page.locator('main'))).toContain('₦5,100.00')
    expect(await wordsIn(page.locator('main'))).toContain(meter)
    await guest.choosesToPay('Bank transfer', email)
    await guest.presses('Pay now')
    await guest.isServed()

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

    const [paper] = await Promise.all([
      guest.context.waitForEvent('page'),
      page.getByRole('link', { name: 'Print receipt' }).click(),
    ])
    await paper.waitForURL(`**/electricity/print-receipt/?ref=${order}`)
    expect(await digitsIn(paper.locator('.token'))).toBe(token)

    await expect.poll(() => product.smsTo('08031234567')).not.toHaveLength(0)
    const texts = (await product.smsTo('08031234567')).map(({ text }) => text.replace(/\D/g, ''))
    expect(texts.some((it) => it.includes(token))).toBe(true)
    await expect.poll(() => product.mailTo(email)).toHaveLength(1)
    const [mail] = await product.mailTo(email)
    expect(mail!.text.replace(/\D/g, '')).toContain(token)
    expect(guest.troubles).toEqual([])
    await guest.leaves()
  })
}

test('a postpaid bill is paid, and no screen speaks of a token to enter', async () => {
  const guest = await guestAt()
  const meter = newMeter('postpaid')
  const order = await guest.buys({ meter, type: 'Postpaid', phone: '08031234568' })
  expect(await wordsIn(guest.page.getByRole('heading', { level: 1 }))).toBe('Your bill is paid')
  expect(await guest.page.locator('.token').count()).toBe(0)
  expect((await product.truthOf({ order, meter })).deliveries).toHaveLength(1)
  expect(guest.troubles).toEqual([])
  await guest.leaves()
})

test('a declined card is told, and the same order is paid at the second try', async () => {
  const guest = await guestAt()
  const { page } = guest
  const meter = newMeter()
  await guest.opens('/electricity/subscription')
  await guest.fills({ meter })
  const order = await guest.continues()
  await isAwake(page)
  await guest.choosesToPay('Card')
  await page.getByLabel('Or one of the test cards').selectOption('4084080000005408')
  await guest.presses('Pay now')
  await page.waitForURL('**/electricity/transactions/process?**')
  await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor()
  expect(await page.getByRole('link', { name: 'Re-confirm meter number' }).getAttribute('href')).toBe('/')

  await page.getByRole('link', { name: 'Try the payment again' }).click()
  await page.waitForURL(`**/electricity/customer-details?reference=${order}**`)
  await isAwake(page)
  await guest.choosesToPay('Card')
  await guest.presses('Pay now')
  await guest.isServed()
  const { captures, deliveries } = await product.truthOf({ order, meter })
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  expect(guest.troubles).toEqual([])
  await guest.leaves()
})

test('an order that failed is reported, and its refund goes to an account whose name was seen', async () => {
  const guest = await guestAt()
  const { page } = guest
  const meter = newMeter('prepaid', '0003')
  await product.arm('paystack', 'refund_needs_attention')
  const order = await guest.reachesCheckout({ meter, phone: '08031234598' })
  await guest.presses('Pay now')
  await page.getByRole('heading', { name: 'We could not deliver this order.' }).waitFor()
  await page.getByRole('link', { name: 'Report a problem' }).click()
  await isAwake(page)
  await page.getByLabel('What went wrong?').fill('I need the light tonight.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByText(/^T-[A-Z2-9]{8}$/).waitFor()

  await expect
    .poll(
      async () => {
        await guest.opens(`/electricity/transactions/process?reference=${order}`)
        await page.getByRole('heading', { name: /could not/ }).waitFor()
        return page.getByRole('link', { name: 'Tell us an account for your refund' }).count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await page.getByRole('link', { name: 'Tell us an account for your refund' }).click()
  await page.waitForURL('**/orders/refund-account?**')
  await isAwake(page)
  await page.getByRole('button', { name: /^Bank/ }).click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await page.getByLabel('Account number').fill('0123456789')
  await page.getByRole('button', { name: 'Check the account' }).click()
  await page.getByText('This account belongs to').waitFor()
  await page.getByRole('button', { name: 'Pay ₦5,100.00 into this account' }).click()
  await page.waitForURL('**/electricity/transactions/process?**')
  await page.getByText('₦5,100.00').first().waitFor()
  await expect.poll(async () => (await product.truthOf({ order, meter })).refunds).toHaveLength(1)
  expect(guest.troubles).toEqual([])
  await guest.leaves()
})

test('who turns back at the checkout finds the order unpaid, and may pay for it', async () => {
  const guest = await guestAt()
  const { page } = guest
  const meter = newMeter()
  const order = await guest.reachesCheckout({ meter })
  await guest.presses('Decline payment')
  await page.waitForURL(`**/electricity/customer-details?reference=${order}**`)
  await page.getByText('The payment did not go through. You can try again.').waitFor()
  await isAwake(page)
  await guest.choosesToPay('USSD')
  await guest.presses('Pay now')
  await guest.isServed()
  expect((await product.truthOf({ order, meter })).captures).toHaveLength(1)
  expect(guest.troubles).toEqual([])
  await guest.leaves()
})

test('a tab closed right after paying costs nothing: the token is delivered and the page still opens', async () => {
  const guest = await guestAt()
  const meter = newMeter()
  const order = await guest.reachesCheckout({ meter, phone: '08031234569' })
  await guest.page.route('**/payments/callback/**', (route) => route.abort())
  await guest.presses('Pay now').catch(() => undefined)
  await expect.poll(async () => (await product.truthOf({ order, meter })).captures).toHaveLength(1)
  await guest.page.close()
  await expect
    .poll(async () => (await product.truthOf({ order, meter })).deliveries, { timeout: 15_000 })
    .toHaveLength(1)
  await expect.poll(() => product.smsTo('08031234569'), { timeout: 10_000 }).not.toHaveLength(0)

  const again = await guest.context.newPage()
  await again.goto(`/electricity/customer-details?reference=${order}`)
  await again.waitForURL(successAddress)
  await again.getByText('This order is already delivered. Here is what you bought.').waitFor()
  expect(await again.locator('.token').count()).toBe(1)
  await guest.leaves()
})

test('a refreshed process page still leads to the token', async () => {
  const guest = await guestAt()
  const { page } = guest
  const meter = newMeter()
  const order = await guest.reachesCheckout({ meter })
  await product.tune({ vendMs: 3_000 })
  await guest.presses('Pay now')
  await page.waitForURL('**/electricity/transactions/process?**')
  await page.getByText('Generating your token, please wait...').waitFor()
  await page.reload()
  await page.getByText('We have received your payment of ₦5,100.00').waitFor()
  await guest.isServed()
  await product.tune({ vendMs: 0 })
  const { captures, deliveries } = await product.truthOf({ order, meter })
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  expect(guest.troubles).toEqual([])
  await guest.leaves()
})

test('Back from the checkout shows the order again, and one payment is made in the end', async () => {
  const guest = await guestAt()
  const { page } = guest
  const meter = newMeter()
  const order = await guest.reachesCheckout({ meter })
  await page.goBack()
  await page.waitForURL(`**/electricity/customer-details?reference=${order}**`)
  await isAwake(page)
  await guest.choosesToPay('USSD')
  await guest.presses('Pay now')
  await guest.isServed()
  const { captures, deliveries } = await product.truthOf({ order, meter })
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  await guest.leaves()
})

test('Back from the token never offers to pay again', async () => {
  const guest = await guestAt()
  const { page } = guest
  const order = await guest.buys({ meter: newMeter() })
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
  await guest.leaves()
})

test('double clicks on Continue and on Pay make one order and open one checkout', async () => {
  const guest = await guestAt(desk)
  const { page } = guest
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
  })
  await guest.opens('/electricity/subscription')
  await guest.fills({ meter: newMeter() })
  await page.locator('form[name="power"]').getByRole('button', { name: 'Continue' }).dblclick()
  await page.waitForURL('**/electricity/customer-details?**')
  await isAwake(page)
  await page.getByRole('link', { name: 'Proceed to Payment' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Bank transfer' }).dblclick()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay ₦/ })
    .dblclick()
  await page.waitForURL(`${product.simulatorsUrl}/**`)
  expect(calls.filter((it) => it.endsWith('/payments/initiate'))).toHaveLength(1)
  expect(calls.filter((it) => it.endsWith('/get-meter-info'))).toHaveLength(1)
  await guest.leaves()
})

test('a refresh, Back and a double click at every step of a data plan lose nothing and pay once', async () => {
  const guest = await guestAt(desk)
  const { page } = guest
  const ware = wares.data
  const number = ware.newNumber()
  await guest.opens(formOf(ware))
  await ware.fills(page, number)
  await serviceForm(page).getByRole('button', { name: 'Continue' }).dblclick()
  const order = await referenceOf(page)
  await page.reload()
  await isAwake(page)
  await page.goBack()
  await page.waitForURL(`**${formOf(ware)}`)
  await isAwake(page)
  const typed = await serviceForm(page).getByLabel('Device ID / phone number').inputValue()
  expect(typed.replace(/\D/g, '').slice(-10)).toBe(number.slice(-10))
  await serviceForm(page).getByRole('button', { name: 'Continue' }).dblclick()
  expect(await referenceOf(page)).toBe(order)
  await isAwake(page)
  await guest.choosesToPay('Card')
  await page.reload()
  await page.goBack()
  expect(await referenceOf(page)).toBe(order)
  await page.reload()
  await isAwake(page)
  await guest.choosesToPay('Card')
  await page.getByRole('button', { name: 'Pay now' }).dblclick()
  await guest.isServed()
  for (const again of [() => page.reload(), () => page.goBack(), () => page.goForward()]) {
    await again()
    if (!page.url().startsWith(product.url)) await page.goto(detailsPage(ware.service, order))
    await guest.isServed()
    await page.getByRole('heading', { level: 1, name: ware.title }).waitFor()
  }
  const { captures, deliveries } = await product.truthOf({ order, meter: number })
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  await guest.leaves()
})

test('on a slow line with long waits airtime is bought all the same', { timeout: 120_000 }, async () => {
  const guest = await guestAt()
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
  const ware = wares.airtime
  const number = ware.newNumber()
  await guest.opens(formOf(ware))
  await ware.fills(page, number)
  const order = await guest.continues()
  await isAwake(page)
  await guest.choosesToPay('Card')
  await guest.presses('Pay now')
  await guest.isServed()
  const { captures, deliveries } = await product.truthOf({ order, meter: number })
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  expect(guest.troubles).toEqual([])
  await guest.leaves()
})

test('a meter that nobody knows is told beside the form, and what was typed stays', async () => {
  const guest = await guestAt()
  const { page } = guest
  await guest.opens('/electricity/subscription')
  await guest.fills({ meter: '45012345678', amount: '2500' })
  const says = 'We could not find that meter. Please check the number and the company.'
  await page.getByRole('alert').filter({ hasText: says }).first().waitFor()
  expect(await page.getByLabel('Meter number', { exact: true }).inputValue()).toBe('45012345678')
  expect(guest.troubles).toEqual([])
  await guest.leaves()
})

test('without a network nothing is sent, and a toast says why', async () => {
  const guest = await guestAt()
  const { page } = guest
  await guest.opens('/electricity/subscription')
  await guest.fills({ meter: newMeter() })
  await page.getByRole('button', { name: 'Continue' }).isEnabled()
  await guest.context.setOffline(true)
  await page.locator('form[name="power"]').getByLabel('Amount').fill('7000')
  await page.getByText('No internet connection').first().waitFor()
  await guest.context.setOffline(false)
  await guest.continues()
  await guest.leaves()
})

test('a service that is off shows its reason and opens no form', async () => {
  await product.set('power_status', 'off')
  await product.set('power_reason', 'The companies are being upgraded until 6 pm.')
  const guest = await guestAt()
  const { page } = guest
  await expect
    .poll(
      async () => {
        await guest.opens('/')
        return wordsIn(page.getByRole('listitem').filter({ hasText: 'Prepaid and postpaid' }))
      },
      { timeout: 15_000, interval: 500 },
    )
    .toContain('Inactive!')
  const tile = page.getByRole('listitem').filter({ hasText: 'Prepaid and postpaid' })
  expect(await tile.getByRole('link').count()).toBe(0)
  expect(await wordsIn(tile)).toContain('upgraded until 6 pm')
  await page.getByText('Power is not available now.').waitFor()
  await guest.opens('/electricity/subscription')
  await page.getByText('This service is currently not available').waitFor()
  expect(await page.locator('form[name="power"]').count()).toBe(0)
  await page.getByRole('link', { name: 'Tell me when it is back' }).click()
  await page.waitForURL('**/tell-me?service=power')
  await isAwake(page)
  await page.getByLabel('Phone number').fill('08031234599')
  await page.getByRole('button', { name: 'Tell me' }).click()
  await page.getByText('We will tell you when it is back.').waitFor()
  await product.set('power_status', 'on')
  await product.set('power_reason', 'null')
  await expect
    .poll(
      async () => {
        await guest.opens('/electricity/subscription')
        return page.locator('form[name="power"]').count()
      },
      { timeout: 15_000, interval: 500 },
    )
    .toBe(1)
  expect(guest.troubles).toEqual([])
  await guest.leaves()
})

test('a past token is found by meter and phone, and the records close again', async () => {
  const guest = await guestAt()
  const { page } = guest
  const meter = newMeter()
  const order = await guest.buys({ meter, phone: '08031234570' })
  const token = (await wordsIn(page.locator('.token'))).replace('Token: ', '')
  await guest.opens('/electricity/subscription')
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
  expect(guest.troubles).toEqual([])
  await guest.leaves()
})

test('an order that this browser did not make is not found, on any of its pages', async () => {
  const owner = await guestAt()
  const order = await owner.buys({ meter: newMeter() })
  await owner.leaves()
  const stranger = await guestAt()
  for (const reference of [order, 'ABCDEFGHJKLM']) {
    for (const path of ['customer-details', 'transactions/successful', 'print-receipt/']) {
      const name = path === 'print-receipt/' ? 'ref' : 'reference'
      await stranger.opens(`/electricity/${path}?${name}=${reference}`)
      await stranger.page.getByText('No record found').first().waitFor()
      expect(await stranger.page.locator('.token').count()).toBe(0)
    }
  }
  expect(stranger.troubles).toEqual([])
  await stranger.leaves()
})
