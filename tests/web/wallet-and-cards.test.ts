import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SavedCard } from '../../shared/cards.ts'
import { accessToken, backend, browser, reference, startTestWeb, type TestWebServer } from './support.ts'

let web: TestWebServer
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web[Symbol.asyncDispose]())
beforeEach(() => {
  Object.assign(web.backend, { ...backend(), cards: [visa], requests: web.backend.requests })
  web.backend.requests.length = 0
})

const visa: SavedCard = {
  uniqueid: 'card-of-ada-visa-01',
  first_digits: '408408',
  last_digits: '4081',
  expiry: '12/30',
  issuer: 'TEST BANK',
  type: 'visa',
}
const topUpEndpoint = 'POST /account/payments/wallet/topup/initiate'
const cardEndpoint = 'POST /account/payments/payment-card/initiate'
const resultEndpoint = 'POST /account/wallet/process-transactions'
const requestsTo = (path: string) => web.backend.requests.filter((entry) => entry.path === path.split(' ')[1])
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

/** Ada, signed in, in a browser without JavaScript. */
async function ada() {
  const user = browser(web.url)
  const csrf = await user.csrfOf('/login')
  await user.post('/login', { _csrf: csrf, email: 'ada@example.com', password: 'right' })
  return { ...user, csrf: await user.csrfOf('/account/wallet') }
}

test('a top-up cancelled at the checkout shows that the wallet is unchanged and fills in its amount again', async () => {
  const user = await ada()
  const { html } = await user.page('/account/wallet?note=topup_cancelled&amount=5000')
  expect(/<input[^>]*id="topup-amount"[^>]*>/.exec(html)?.[0]).toContain('value="5000"')
  const other = await user.page('/account/wallet?note=topup_cancelled&amount=many')
  expect(/<input[^>]*id="topup-amount"[^>]*>/.exec(other.html)?.[0]).toContain('value=""')
  expect(html).toContain('Top-up cancelled. Your wallet is unchanged. A payment that is confirmed later')
})

test('a user tops up a wallet without JavaScript: amount, payment method, checkout link', async () => {
  web.backend.responses = { [topUpEndpoint]: { data: { checkoutUrl: 'https://checkout.example/pay/1' } } }
  const user = await ada()
  const wallet = await user.page('/account/wallet')
  expect(/<form[^>]*name="topup"[^>]*>/.exec(wallet.html)?.[0]).toContain('action="/account/wallet/top-up"')
  const { html } = await user.page('/account/wallet/top-up?amount=5%2C000')
  expect(html).toContain('₦5,000.00')
  expect(html).toContain('value="ACCOUNT_TRANSFER"')
  expect(html).not.toContain('value="WALLET"')
  expect(html).toContain('value="ada@example.com"')

  const fields = { _csrf: user.csrf, amount: '5000', idempotency_key: hidden(html, 'idempotency_key') }
  const paid = await user.post('/account/wallet/top-up', {
    ...fields,
    payment_method: 'CARD',
    save_card: 'true',
  })
  expect(paid.html).toContain('for <strong>your wallet</strong>')
  expect(paid.html).toContain('href="https://checkout.example/pay/1"')
  const [topUpRequest] = requestsTo(topUpEndpoint)
  expect(topUpRequest?.headers['idempotency-key']).toBe(fields.idempotency_key)
  expect(topUpRequest?.body).toMatchObject({
    amount: 5_000,
    payment_for: 'wallet_topup',
    payment_method: 'CARD',
    save_card: true,
    order_reference: null,
  })
})

test.each(['500', '600000', '1e3', ''])(
  'a top-up of "%s" is rejected with the allowed amounts',
  async (amount) => {
    const { page } = await ada()
    const { response, html } = await page(`/account/wallet/top-up?amount=${amount}`)
    expect(response.status).toBe(422)
    expect(html).toContain('Please enter an amount from ₦1,000 to ₦500,000. No money was taken.')
  },
)

test('a rejected top-up keeps its method and idempotency key, so that a retry is the same payment', async () => {
  web.backend.responses = {
    [topUpEndpoint]: { httpStatus: 503, message: 'We cannot take payments right now.' },
  }
  const user = await ada()
  const key = 'a-key-of-this-payment'
  const fields = { _csrf: user.csrf, amount: '5000', payment_method: 'USSD', idempotency_key: key }
  const { response, html } = await user.post('/account/wallet/top-up', fields)
  expect(response.status).toBe(503)
  expect(html).toContain('We cannot take payments right now.')
  expect(hidden(html, 'idempotency_key')).toBe(key)
})

test('a top-up with a saved card uses its own endpoint and redirects to the result', async () => {
  const checkoutUrl = `${web.url}/account/wallet/transactions/successful?reference=TOPUP-1`
  web.backend.responses = { [cardEndpoint]: { data: { checkoutUrl } } }
  const user = await ada()
  const fields = { _csrf: user.csrf, amount: '5000', payment_method: `SAVED_CARD:${visa.uniqueid}` }
  const { response } = await user.post('/account/wallet/top-up', fields)
  expect(response.headers.get('location')).toBe(checkoutUrl)
  expect(requestsTo(cardEndpoint)[0]?.body).toMatchObject({
    payment_method: 'SAVED_CARD',
    payment_card_id: visa.uniqueid,
    payment_for: 'wallet_topup',
    save_card: false,
  })
})

test('a user pays an order with a saved card without JavaScript; a guest is offered none', async () => {
  const guest = browser(web.url)
  web.backend.responses = { [cardEndpoint]: { data: { checkoutUrl: '/electricity/transactions/process' } } }
  const user = await ada()
  const fields = { meter_type: 'prepaid', phone_number: '08012345678', meter_number: '11000000000' }
  await user.post('/electricity/subscription', {
    _csrf: user.csrf,
    ...fields,
    meter_disco: 'ikeja',
    amount: '2000',
  })
  const { html } = await user.page(`/electricity/pay?reference=${reference}`)
  expect(html).toContain('Visa ending in 4081')
  expect(html).toContain('Save card for later')
  const { response } = await user.post('/electricity/pay', {
    _csrf: user.csrf,
    reference,
    payment_method: `SAVED_CARD:${visa.uniqueid}`,
  })
  expect(response.headers.get('location')).toBe(`${web.url}/electricity/transactions/process`)
  expect(requestsTo(cardEndpoint)[0]?.body).toMatchObject({ order_reference: reference, amount: 2_100 })

  web.backend.owner = null
  const csrf = await guest.csrfOf()
  await guest.post('/electricity/subscription', {
    _csrf: csrf,
    ...fields,
    meter_disco: 'ikeja',
    amount: '2000',
  })
  const offered = await guest.page(`/electricity/pay?reference=${reference}`)
  expect(offered.html).not.toContain('SAVED_CARD')
  expect(offered.html).not.toContain('save_card')
  expect(offered.html).not.toContain('value="WALLET"')
  expect(offered.html).not.toContain(accessToken)
})

test('a user deletes a saved card without JavaScript', async () => {
  const deleteEndpoint = `DELETE /account/user/payment-cards/${visa.uniqueid}`
  web.backend.responses = { [deleteEndpoint]: { message: 'Your card is deleted.', data: {} } }
  const user = await ada()
  const fields = { _csrf: user.csrf, uniqueid: visa.uniqueid }
  expect((await user.page('/account/wallet')).html).toContain('action="/account/wallet/cards/delete"')
  const { response } = await user.post('/account/wallet/cards/delete', fields)
  expect(response.headers.get('location')).toBe('/account/wallet?note=card')
  expect((await user.page('/account/wallet?note=card')).html).toContain('Your saved card is deleted.')
  expect(requestsTo(deleteEndpoint)).toHaveLength(1)

  const forged = await user.post('/account/wallet/cards/delete', { ...fields, _csrf: 'forged' })
  expect(forged.response.status).toBe(419)
  expect(requestsTo(deleteEndpoint)).toHaveLength(1)
})

test('without JavaScript the web server polls the top-up until its result is final', async () => {
  const address = '/account/wallet/transactions/successful?reference=TOPUP-1'
  const result = { reference: 'TOPUP-1', amount: 5_000, type: 'wallet_topup' }
  web.backend.responses = {
    [resultEndpoint]: { httpStatus: 202, message: 'We are still checking your payment.', data: result },
  }
  const user = await ada()
  const first = await user.page(address)
  expect(first.html).toContain(
    `<noscript><meta http-equiv="refresh" content="1; url=${address}&amp;noscript=1`,
  )
  const waiting = await user.page(`${address}&noscript=1`)
  expect(waiting.html).toContain('We are still checking your payment.')
  expect(waiting.response.headers.get('refresh')).toBe(`4; url=${address}&noscript=1`)

  web.backend.responses = { [resultEndpoint]: { data: result } }
  const done = await user.page(`${address}&noscript=1`)
  expect(done.html).toContain('Your wallet is topped up')
  expect(done.html).toContain('₦5,000.00 is in your wallet now. Reference TOPUP-1, WALLET_TOPUP.')
  expect(done.response.headers.get('refresh')).toBeNull()

  web.backend.responses = {
    [resultEndpoint]: { httpStatus: 409, message: 'The payment failed. No money was taken.' },
  }
  const failed = await user.page(`${address}&noscript=1`)
  expect(failed.html).toContain('This top-up did not go through')
  expect(failed.html).toContain('The payment failed. No money was taken.')
})
