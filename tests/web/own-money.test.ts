import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SavedCard } from '../../shared/cards.ts'
import { accessToken, backend, browser, reference, startShell, type TestShell } from './support.ts'

let shell: TestShell
beforeAll(async () => {
  shell = await startShell()
})
afterAll(() => shell[Symbol.asyncDispose]())
beforeEach(() => {
  Object.assign(shell.backend, { ...backend(), cards: [visa], seen: shell.backend.seen })
  shell.backend.seen.length = 0
})

const visa: SavedCard = {
  uniqueid: 'card-of-ada-visa-01',
  first_digits: '408408',
  last_digits: '4081',
  expiry: '12/30',
  issuer: 'TEST BANK',
  type: 'visa',
}
const topUpCall = 'POST /account/payments/wallet/topup/initiate'
const cardCall = 'POST /account/payments/payment-card/initiate'
const resultCall = 'POST /account/wallet/process-transactions'
const sent = (path: string) => shell.backend.seen.filter((it) => it.path === path.split(' ')[1])
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

/** Ada, signed in, in a browser that runs no script. */
async function ada() {
  const person = browser(shell.url)
  const csrf = await person.csrfOf('/login')
  await person.post('/login', { _csrf: csrf, email: 'ada@example.com', password: 'right' })
  return { ...person, csrf: await person.csrfOf('/account/wallet') }
}

test('a wallet is topped up without script: amount, way to pay, the link to the bank', async () => {
  shell.backend.answers = { [topUpCall]: { data: { checkoutUrl: 'https://checkout.example/pay/1' } } }
  const person = await ada()
  const wallet = await person.page('/account/wallet')
  expect(/<form[^>]*name="topup"[^>]*>/.exec(wallet.html)?.[0]).toContain('action="/account/wallet/top-up"')
  const { html } = await person.page('/account/wallet/top-up?amount=5%2C000')
  expect(html).toContain('₦5,000.00')
  expect(html).toContain('value="ACCOUNT_TRANSFER"')
  expect(html).not.toContain('value="WALLET"')
  expect(html).toContain('value="ada@example.com"')

  const fields = { _csrf: person.csrf, amount: '5000', idempotency_key: hidden(html, 'idempotency_key') }
  const paid = await person.post('/account/wallet/top-up', {
    ...fields,
    payment_method: 'CARD',
    save_card: 'true',
  })
  expect(paid.html).toContain('for <strong>your wallet</strong>')
  expect(paid.html).toContain('href="https://checkout.example/pay/1"')
  const [asked] = sent(topUpCall)
  expect(asked?.headers['idempotency-key']).toBe(fields.idempotency_key)
  expect(asked?.body).toMatchObject({
    amount: 5_000,
    payment_for: 'wallet_topup',
    payment_method: 'CARD',
    save_card: true,
    order_reference: null,
  })
})

test.each(['500', '600000', '1e3', ''])(
  'a top-up of "%s" is not asked for, and says the bounds',
  async (amount) => {
    const { page } = await ada()
    const { reply, html } = await page(`/account/wallet/top-up?amount=${amount}`)
    expect(reply.status).toBe(422)
    expect(html).toContain('Please enter an amount from ₦1,000 to ₦500,000. No money was taken.')
  },
)

test('a refused top-up comes back with its choice and its key, so that pressing again is the same payment', async () => {
  shell.backend.answers = { [topUpCall]: { http: 503, message: 'We cannot take payments right now.' } }
  const person = await ada()
  const key = 'a-key-of-this-payment'
  const fields = { _csrf: person.csrf, amount: '5000', payment_method: 'USSD', idempotency_key: key }
  const { reply, html } = await person.post('/account/wallet/top-up', fields)
  expect(reply.status).toBe(503)
  expect(html).toContain('We cannot take payments right now.')
  expect(hidden(html, 'idempotency_key')).toBe(key)
})

test('a top-up with a saved card goes to its own call, and on to its result', async () => {
  const checkoutUrl = `${shell.url}/account/wallet/transactions/successful?reference=TOPUP-1`
  shell.backend.answers = { [cardCall]: { data: { checkoutUrl } } }
  const person = await ada()
  const fields = { _csrf: person.csrf, amount: '5000', payment_method: `SAVED_CARD:${visa.uniqueid}` }
  const { reply } = await person.post('/account/wallet/top-up', fields)
  expect(reply.headers.get('location')).toBe(checkoutUrl)
  expect(sent(cardCall)[0]?.body).toMatchObject({
    payment_method: 'SAVED_CARD',
    payment_card_id: visa.uniqueid,
    payment_for: 'wallet_topup',
    save_card: false,
  })
})

test('an order is paid with a saved card without script; a guest is offered none', async () => {
  const guest = browser(shell.url)
  shell.backend.answers = { [cardCall]: { data: { checkoutUrl: '/electricity/transactions/process' } } }
  const person = await ada()
  const fields = { meter_type: 'prepaid', phone_number: '08012345678', meter_number: '11000000000' }
  await person.post('/electricity/subscription', {
    _csrf: person.csrf,
    ...fields,
    meter_disco: 'ikeja',
    amount: '2000',
  })
  const { html } = await person.page(`/electricity/pay?reference=${reference}`)
  expect(html).toContain('Visa ending in 4081')
  expect(html).toContain('Save card for later')
  const { reply } = await person.post('/electricity/pay', {
    _csrf: person.csrf,
    reference,
    payment_method: `SAVED_CARD:${visa.uniqueid}`,
  })
  expect(reply.headers.get('location')).toBe(`${shell.url}/electricity/transactions/process`)
  expect(sent(cardCall)[0]?.body).toMatchObject({ order_reference: reference, amount: 2_100 })

  shell.backend.owner = null
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

test('a saved card is deleted without script', async () => {
  const gone = `DELETE /account/user/payment-cards/${visa.uniqueid}`
  shell.backend.answers = { [gone]: { message: 'Your card is deleted.', data: null } }
  const person = await ada()
  const fields = { _csrf: person.csrf, uniqueid: visa.uniqueid }
  expect((await person.page('/account/wallet')).html).toContain('action="/account/wallet/cards/delete"')
  const { reply } = await person.post('/account/wallet/cards/delete', fields)
  expect(reply.headers.get('location')).toBe('/account/wallet?note=card')
  expect((await person.page('/account/wallet?note=card')).html).toContain('Your saved card is deleted.')
  expect(sent(gone)).toHaveLength(1)

  const forged = await person.post('/account/wallet/cards/delete', { ...fields, _csrf: 'forged' })
  expect(forged.reply.status).toBe(419)
  expect(sent(gone)).toHaveLength(1)
})

test('without script the result of a top-up is asked by the shell, until it is clear', async () => {
  const address = '/account/wallet/transactions/successful?reference=TOPUP-1'
  const result = { reference: 'TOPUP-1', amount: 5_000, type: 'wallet_topup' }
  shell.backend.answers = {
    [resultCall]: { http: 202, message: 'We are still checking your payment.', data: result },
  }
  const person = await ada()
  const first = await person.page(address)
  expect(first.html).toContain(
    `<noscript><meta http-equiv="refresh" content="1; url=${address}&amp;noscript=1`,
  )
  const waiting = await person.page(`${address}&noscript=1`)
  expect(waiting.html).toContain('We are still checking your payment.')
  expect(waiting.reply.headers.get('refresh')).toBe(`4; url=${address}&noscript=1`)

  shell.backend.answers = { [resultCall]: { data: result } }
  const done = await person.page(`${address}&noscript=1`)
  expect(done.html).toContain('Your wallet is topped up')
  expect(done.html).toContain('₦5,000.00 is in your wallet now. Reference TOPUP-1, WALLET_TOPUP.')
  expect(done.reply.headers.get('refresh')).toBeNull()

  shell.backend.answers = { [resultCall]: { http: 409, message: 'The payment failed. No money was taken.' } }
  const failed = await person.page(`${address}&noscript=1`)
  expect(failed.html).toContain('This top-up did not go through')
  expect(failed.html).toContain('The payment failed. No money was taken.')
})
