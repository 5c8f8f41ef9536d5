import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksTrue, expectFair, factsOf, isOver } from '../support/audit.ts'
import { impatient } from '../support/counterparties.ts'
import { customerOf } from '../support/customer.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

const stepUpCard = '4187427415564246'
const declinedCard = '5143010522339965'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: impatient })
  await shop.parts.settings.change('payment_gateway', 'flutterwave')
})
afterAll(() => shop.close())

const toTheEnd = (reference: string) => shop.sweepUntil(isOver(shop, reference), { stepSeconds: 60 })
const stateOf = async (reference: string) => (await shop.orderRow(reference)).state

/** Somebody with an order and its open checkout. */
async function checkout(meter = prepaid(), payment_method = 'CARD') {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: meter })
  const { data } = await ada.initiates(info, { payment_method })
  return { ada, info, reference: info.order_reference, checkoutUrl: data.checkoutUrl }
}

/** The way back from the checkout, as the shell asks about it. */
const returns = (ada: ReturnType<Shop['guest']>, callbackUrl: string) => {
  const { searchParams: said } = new URL(callbackUrl)
  return ada.send('/payments/return', {
    gateway: 'flutterwave',
    reference: said.get('tx_ref'),
    nonce: said.get('n'),
  })
}

async function expectTrue(reference: string) {
  await expectFair(shop, reference)
  await expectBooksTrue(shop)
}

test.each(['CARD', 'ACCOUNT_TRANSFER', 'USSD'])(
  'an order paid at Flutterwave by %s is delivered, the books as the counterparties say',
  async (payment_method) => {
    const { ada, info, reference, checkoutUrl } = await checkout(prepaid(), payment_method)
    const { callbackUrl } = await ada.paysAt(checkoutUrl)
    expect(await returns(ada, callbackUrl)).toMatchObject({ http: 200, data: { reference } })
    expect((await ada.processes(info)).http).toBe(200)
    expect(await stateOf(reference)).toBe('delivered')
    const [payment] = (await factsOf(shop, reference)).payments
    expect(payment).toMatchObject({
      gateway: 'flutterwave',
      gateway_reference: expect.stringMatching(/^\d+$/),
    })
    await expectTrue(reference)
  },
)

test.each([
  'nothing',
  'webhook_duplicate',
  'webhook_lost',
  'webhook_forged',
  'webhook_delayed',
  'webhook_reordered',
  'overpaid',
  'verify_pending',
  'verify_500',
  'verify_html',
  'verify_timeout',
])(
  'with %s in the way, a tab that was closed after paying still gets its token, paid for once',
  async (lie) => {
    const { ada, reference, checkoutUrl } = await checkout()
    if (lie !== 'nothing') await shop.fault('flutterwave', lie)
    await ada.paysAt(checkoutUrl)
    await toTheEnd(reference)
    expect(await stateOf(reference)).toBe('delivered')
    await shop.sweepUntil(async () =>
      (await factsOf(shop, reference)).refunds.every((it) => it.state === 'processed'),
    )
    await expectTrue(reference)
  },
)

test('a declined card may be tried again on the same page: the order takes the later success, once', async () => {
  const { ada, info, reference, checkoutUrl } = await checkout()
  expect((await ada.paysAt(checkoutUrl, { card: declinedCard })).status).toBe('failed')
  expect(await ada.processes(info)).toMatchObject({
    http: 409,
    message: expect.stringContaining('did not go through'),
  })
  await shop.fault('flutterwave', 'verify_first')
  expect((await ada.paysAt(checkoutUrl)).status).toBe('success')
  await toTheEnd(reference)
  const { order, payments } = await factsOf(shop, reference)
  expect(order.state).toBe('delivered')
  expect(payments).toMatchObject([{ state: 'succeeded_late' }])
  await expectTrue(reference)
})

test('declined there and paid by a new checkout: a success on the old page too goes back', async () => {
  const { ada, info, reference, checkoutUrl } = await checkout()
  await ada.paysAt(checkoutUrl, { decline: true })
  const second = await ada.initiates(info)
  expect(second.http).toBe(200)
  expect(second.data.checkoutUrl).not.toBe(checkoutUrl)
  await ada.paysAt(second.data.checkoutUrl)
  expect((await ada.processes(info)).http).toBe(200)
  await ada.paysAt(checkoutUrl)
  await shop.sweepUntil(async () => (await factsOf(shop, reference)).refunds[0]?.state === 'processed')
  expect((await factsOf(shop, reference)).refunds).toMatchObject([{ cause: 'second_payment' }])
  await expectTrue(reference)
})

test('somebody who leaves the page without a try is led back to their order, and may pay another way', async () => {
  const { ada, info, reference, checkoutUrl } = await checkout()
  const { callbackUrl } = await ada.paysAt(checkoutUrl, { cancel: true })
  expect(new URL(callbackUrl).searchParams.has('transaction_id')).toBe(false)
  expect(await returns(ada, callbackUrl)).toMatchObject({ http: 200, data: { reference } })
  expect((await ada.processes(info)).http).toBe(409)
  expect((await ada.seesState(info)).data).toMatchObject({ may_pay: true, money: { is: 'not_taken' } })
  const { data } = await ada.initiates(info, { payment_method: 'USSD' })
  await ada.paysAt(data.checkoutUrl)
  expect((await ada.processes(info)).http).toBe(200)
  await expectTrue(reference)
})

test.each(['nothing', 'refund_500', 'refund_timeout_accepted'])(
  'with %s in the way, what could not be delivered goes back to where it came from, once',
  async (lie) => {
    const { ada, reference, checkoutUrl } = await checkout(prepaid('failed'))
    if (lie !== 'nothing') await shop.fault('flutterwave', lie)
    await ada.paysAt(checkoutUrl)
    await toTheEnd(reference)
    const { order, refunded, refunds } = await factsOf(shop, reference)
    expect(order.state).toBe('refunded')
    expect(refunded).toHaveLength(1)
    expect(refunds).toMatchObject([{ state: 'processed', refund_id: expect.stringMatching(/^\d+$/) }])
    await expectTrue(reference)
  },
)

test('an underpaid order is never vended, all of it goes back, and it may be paid again', async () => {
  const { ada, info, reference, checkoutUrl } = await checkout()
  await shop.fault('flutterwave', 'underpaid')
  await ada.paysAt(checkoutUrl)
  await shop.sweepUntil(async () => (await factsOf(shop, reference)).refunds[0]?.state === 'processed')
  expect((await factsOf(shop, reference)).deliveries).toEqual([])
  const { data } = await ada.initiates(info)
  await ada.paysAt(data.checkoutUrl)
  await toTheEnd(reference)
  expect(await stateOf(reference)).toBe('delivered')
  await expectTrue(reference)
})

test.each(['initialize_500', 'initialize_timeout'])(
  'a checkout whose opening is spoilt by %s takes no money, and the next press opens another',
  async (lie) => {
    const ada = shop.guest()
    const { data: info } = await ada.looksUp({ meter_number: prepaid() })
    await shop.fault('flutterwave', lie)
    expect((await ada.initiates(info)).http).toBe(503)
    const again = await ada.initiates(info)
    expect(again.http).toBe(200)
    await ada.paysAt(again.data.checkoutUrl)
    await toTheEnd(info.order_reference)
    expect(await stateOf(info.order_reference)).toBe('delivered')
    await expectTrue(info.order_reference)
  },
)

test('a saved card is charged where its token was made, whatever gateway takes new payments', async () => {
  const ada = await customerOf(shop)
  const card = await ada.savesCard()
  expect(card).toMatchObject({
    first_digits: '553188',
    last_digits: '2950',
    expiry: '09/32',
    issuer: 'TEST BANK CREDIT',
    type: 'mastercard',
  })
  await shop.parts.settings.change('payment_gateway', 'paystack')
  const { data: info } = await ada.looksUp({ amount: 3_000 })
  const paid = await ada.paysByCard(info, card.uniqueid)
  expect(paid.data.checkoutUrl).toContain('/electricity/transactions/process?reference=')
  expect((await ada.processes(info)).http).toBe(200)
  const { payments, captures } = await factsOf(shop, info.order_reference)
  expect(payments).toMatchObject([{ gateway: 'flutterwave', method: 'SAVED_CARD', state: 'succeeded' }])
  expect(captures).toMatchObject([{ party: 'flutterwave' }])
  await expectBooksTrue(shop)
  await shop.parts.settings.change('payment_gateway', 'flutterwave')
})

test('a card that its bank wants confirmed leads there, comes back by its reference, and is then charged', async () => {
  const ada = await customerOf(shop)
  const card = await ada.savesCard(stepUpCard)
  const { data: info } = await ada.looksUp({ amount: 3_000 })
  const asked = await ada.paysByCard(info, card.uniqueid)
  expect(new URL(asked.data.checkoutUrl).origin).toBe(new URL(shop.simulators.url).origin)
  expect((await ada.seesState(info)).data).toMatchObject({ may_pay: false })
  const { callbackUrl } = await ada.paysAt(asked.data.checkoutUrl)
  expect(new URL(callbackUrl).searchParams.get('response')).toContain('successful')
  expect(await returns(ada, callbackUrl)).toMatchObject({ data: { reference: info.order_reference } })
  expect((await ada.processes(info)).http).toBe(200)
  await expectBooksTrue(shop)
})

test('a charge by token that is declined, or not confirmed, takes nothing and may be tried again', async () => {
  const ada = await customerOf(shop)
  const card = await ada.savesCard(stepUpCard)
  const { data: info } = await ada.looksUp({ amount: 3_000 })
  await shop.fault('flutterwave', 'token_declined')
  expect((await ada.paysByCard(info, card.uniqueid)).http).toBe(409)
  const asked = await ada.paysByCard(info, card.uniqueid)
  await ada.paysAt(asked.data.checkoutUrl, { decline: true })
  expect((await ada.processes(info)).http).toBe(409)
  const again = await ada.paysByCard(info, card.uniqueid)
  await ada.paysAt(again.data.checkoutUrl)
  expect((await ada.processes(info)).http).toBe(200)
  expect((await factsOf(shop, info.order_reference)).captures).toHaveLength(1)
  await expectBooksTrue(shop)
})

test.each([
  ['token_timeout', 'delivered'],
  ['token_lost', 'awaiting_payment'],
])('a charge by token whose answer is lost by %s is asked about, and not made again', async (lie, end) => {
  const ada = await customerOf(shop)
  const card = await ada.savesCard()
  const { data: info } = await ada.looksUp({ amount: 3_000 })
  await shop.fault('flutterwave', lie)
  expect((await ada.paysByCard(info, card.uniqueid)).http).toBe(200)
  await shop.sweepUntil(
    async () => (await ada.seesState(info)).data.may_pay || (await isOver(shop, info.order_reference)()),
    { stepSeconds: 60 },
  )
  const { order, captures } = await factsOf(shop, info.order_reference)
  expect(order.state).toBe(end)
  expect(captures).toHaveLength(end === 'delivered' ? 1 : 0)
})

test('a deleted card is erased at once: nobody there can be told', async () => {
  const ada = await customerOf(shop)
  const { uniqueid } = await ada.savesCard()
  expect((await ada.deletesCard(uniqueid)).http).toBe(200)
  const cards = shop.db.q.selectFrom('payment_cards').selectAll().where('uniqueid', '=', uniqueid)
  await eventually(async () => {
    const row = await cards.executeTakeFirstOrThrow()
    return row.token === null && row.due_at === null
  })
})

test('a wallet is topped up at Flutterwave by what arrived, once', async () => {
  const ada = await customerOf(shop)
  const { data } = await ada.topsUp(5_000)
  const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
  const reference = new URL(callbackUrl).searchParams.get('tx_ref') ?? ''
  expect((await ada.claims(reference)).http).toBe(200)
  await ada.claims(reference)
  expect(await ada.walletKobo()).toBe(500_000n)
})
