import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksTrue, expectFair, factsOf, isOver } from '../support/audit.ts'
import { customerOf } from '../support/customer.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true })
  await shop.parts.settings.change('payment_gateway', 'monnify')
})
afterAll(() => shop.close())

const toTheEnd = (reference: string) => shop.sweepUntil(isOver(shop, reference), { stepSeconds: 60 })
const stateOf = async (reference: string) => (await shop.orderRow(reference)).state
const failing = () => prepaid().replace(/\d{4}$/, '0003')

test.each(['CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'])(
  'an order paid at Monnify by %s is delivered, the books as the counterparties say',
  async (payment_method) => {
    const ada = shop.guest()
    const { data: info } = await ada.looksUp({ meter_number: prepaid() })
    const { data } = await ada.initiates(info, { payment_method })
    const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
    const back = new URL(callbackUrl)
    expect(
      await ada.send('/payments/return', {
        gateway: 'monnify',
        reference: back.searchParams.get('paymentReference'),
        nonce: back.searchParams.get('n'),
      }),
    ).toMatchObject({ http: 200, data: { reference: info.order_reference } })
    expect((await ada.processes(info)).http).toBe(200)
    expect(await stateOf(info.order_reference)).toBe('delivered')
    await expectFair(shop, info.order_reference)
    await expectBooksTrue(shop)
    const [payment] = (await factsOf(shop, info.order_reference)).payments
    expect(payment).toMatchObject({ gateway: 'monnify', gateway_reference: expect.stringMatching(/^MNFY\|/) })
  },
)

test('a browser that never comes back changes nothing: the webhook delivers', async () => {
  const { info } = await shop.guest().buys({ meter_number: prepaid() })
  await eventually(async () => (await stateOf(info.order_reference)) === 'delivered')
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test.each(['webhook_lost', 'webhook_unsigned'])('%s: the poll delivers', async (behaviour) => {
  await shop.fault('monnify', behaviour)
  const { info } = await shop.guest().buys({ meter_number: prepaid() })
  await toTheEnd(info.order_reference)
  expect(await stateOf(info.order_reference)).toBe('delivered')
  await expectBooksTrue(shop)
})

test('an unsigned or badly signed message is refused and leaves nothing', async () => {
  const raw = JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData: { paymentReference: 'SW-1' } })
  const posts = async (headers: Record<string, string>) => {
    const answer = await fetch(`${shop.origin}/api/v1/webhooks/monnify`, {
      method: 'POST',
      body: raw,
      headers,
    })
    await answer.text()
    return answer.status
  }
  const sign = (key: string) => ({
    'monnify-signature': createHmac('sha512', key).update(raw).digest('hex'),
  })
  expect(await posts({})).toBe(401)
  expect(await posts(sign('somebody-elses-secret'))).toBe(401)
  expect(await posts(sign('simulated-monnify-secret'))).toBe(200)
})

test('a declined card moves nothing, and the same order can be paid with another', async () => {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  const first = await ada.initiates(info)
  await ada.paysAt(first.data.checkoutUrl, { card: '4111111111111110' })
  expect((await ada.processes(info)).message).toBe('The payment did not go through. You can try again.')
  const second = await ada.initiates(info)
  expect(second.data.checkoutUrl).not.toBe(first.data.checkoutUrl)
  await ada.paysAt(second.data.checkoutUrl)
  expect((await ada.processes(info)).http).toBe(200)
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('a checkout that nobody began may be left for another way to pay', async () => {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  expect((await ada.initiates(info)).http).toBe(200)
  const { http, data } = await ada.initiates(info, { payment_method: 'USSD' })
  expect(http).toBe(200)
  await ada.paysAt(data.checkoutUrl)
  expect((await ada.processes(info)).http).toBe(200)
  await expectBooksTrue(shop)
})

test('what cannot be delivered is refunded at Monnify, once, under our own name', async () => {
  const { info } = await shop.guest().buys({ meter_number: failing() })
  await toTheEnd(info.order_reference)
  expect(await stateOf(info.order_reference)).toBe('refunded')
  const { refunds, refunded } = await factsOf(shop, info.order_reference)
  expect(refunded).toHaveLength(1)
  expect(refunds).toMatchObject([{ state: 'processed', refund_id: refunds[0]?.id }])
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test.each(['refund_500', 'refund_refused', 'bearer_forgotten'])(
  'a refund is made once, whatever happens to its first request: %s',
  async (behaviour) => {
    const ada = shop.guest()
    const { data: info } = await ada.looksUp({ meter_number: failing() })
    const { data } = await ada.initiates(info)
    if (behaviour !== 'bearer_forgotten') await shop.fault('monnify', behaviour)
    await ada.paysAt(data.checkoutUrl)
    if (behaviour === 'bearer_forgotten') await shop.fault('monnify', behaviour, 2)
    await toTheEnd(info.order_reference)
    expect((await factsOf(shop, info.order_reference)).refunded).toHaveLength(1)
    await expectFair(shop, info.order_reference)
    await expectBooksTrue(shop)
  },
)

test('half a payment is never vended and goes back; more than asked is vended and the rest goes back', async () => {
  for (const behaviour of ['underpaid', 'overpaid']) {
    await shop.fault('monnify', behaviour)
    const { info } = await shop.guest().buys({ meter_number: prepaid() })
    await eventually(async () => {
      await shop.sweep()
      const { refunds } = await factsOf(shop, info.order_reference)
      return refunds.length === 1 && refunds[0]?.state === 'processed'
    }, 20_000)
    const { captures, refunded, deliveries } = await factsOf(shop, info.order_reference)
    expect({ captures: captures.length, refunded: refunded.length, deliveries: deliveries.length }).toEqual({
      captures: 1,
      refunded: 1,
      deliveries: behaviour === 'overpaid' ? 1 : 0,
    })
    await expectBooksTrue(shop)
  }
})

test('a card that was saved at Monnify pays again, and stays chargeable there whatever the gateway now is', async () => {
  const ada = await customerOf(shop)
  const card = await ada.savesCard()
  expect(card).toMatchObject({ first_digits: '411111', last_digits: '1111', expiry: '12/30', type: 'visa' })
  await shop.parts.settings.change('payment_gateway', 'paystack')
  try {
    const { data: info } = await ada.looksUp()
    expect((await ada.paysByCard(info, card.uniqueid)).http).toBe(200)
    expect((await ada.processes(info)).http).toBe(200)
    const [payment] = (await factsOf(shop, info.order_reference)).payments
    expect(payment).toMatchObject({ gateway: 'monnify', method: 'SAVED_CARD', state: 'succeeded' })
  } finally {
    await shop.parts.settings.change('payment_gateway', 'monnify')
  }
  expect((await ada.deletesCard(card.uniqueid)).http).toBe(200)
  await eventually(async () => {
    const row = await shop.db.q
      .selectFrom('payment_cards')
      .select('token')
      .where('uniqueid', '=', card.uniqueid)
      .executeTakeFirstOrThrow()
    return row.token === null
  })
  await expectBooksTrue(shop)
})

test('a wallet is topped up through Monnify', async () => {
  const ada = await customerOf(shop)
  const { data } = await ada.topsUp(5_000)
  const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
  const reference = new URL(callbackUrl).searchParams.get('paymentReference') ?? ''
  expect(await ada.claims(reference)).toMatchObject({ http: 200, data: { amount: 5_000 } })
  expect(await ada.walletKobo()).toBe(500_000n)
  await expectBooksTrue(shop)
})
