import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GatewayName } from '../../shared/payments.ts'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

/** The headers with which each gateway authenticates a body. */
const signatures: Readonly<Record<GatewayName, (raw: string) => Record<string, string>>> = {
  paystack: (raw) => ({
    'x-paystack-signature': createHmac('sha512', 'sk_test_simulated').update(raw).digest('hex'),
  }),
  flutterwave: () => ({ 'verif-hash': 'simulated-secret-hash' }),
  monnify: (raw) => ({
    'monnify-signature': createHmac('sha512', 'simulated-monnify-secret').update(raw).digest('hex'),
  }),
}
const gateways = Object.keys(signatures) as GatewayName[]

async function postWebhook(gateway: GatewayName, body: object, signer: GatewayName = gateway) {
  const raw = JSON.stringify(body)
  const response = await fetch(`${app.origin}/api/v1/webhooks/${gateway}`, {
    method: 'POST',
    body: raw,
    headers: signatures[signer](raw),
  })
  await response.text()
  return response.status
}

const countStored = async () => (await app.db.q.selectFrom('webhook_inbox').select('id').execute()).length
const allHandled = () =>
  eventually(async () => {
    const query = app.db.q.selectFrom('webhook_inbox').select('id').where('handled_at', 'is', null)
    return (await query.execute()).length === 0
  })

/** An event of each gateway that a payment succeeded. */
const successOf = (gateway: GatewayName, reference: string, amount = 2_100): object =>
  ({
    paystack: {
      event: 'charge.success',
      data: { id: amount, reference, status: 'success', amount: amount * 100, currency: 'NGN' },
    },
    flutterwave: {
      event: 'charge.completed',
      data: { id: amount, tx_ref: reference, status: 'successful', amount, currency: 'NGN' },
    },
    monnify: {
      eventType: 'SUCCESSFUL_TRANSACTION',
      eventData: {
        transactionReference: `MNFY|${amount}`,
        paymentReference: reference,
        product: { type: 'WEB_SDK', reference },
        amountPaid: amount,
        paymentStatus: 'PAID',
      },
    },
  })[gateway]

/** An electricity order with an open checkout at a gateway. */
async function openCheckout(gateway: GatewayName) {
  await app.context.settings.change('payment_gateway', gateway)
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await guest.initiatePayment(info)
  const [payment] = (await collectOrderRecords(app, info.order_reference)).payments
  return { guest, order: info.order_reference, reference: payment!.reference, url: data.checkoutUrl }
}

const stateOf = async (order: string) => (await app.orderRow(order)).state

test('a signature of one gateway is rejected at the path of another, and nothing is stored', async () => {
  const before = await countStored()
  for (const gateway of gateways)
    for (const signer of gateways.filter((name) => name !== gateway))
      expect(
        await postWebhook(gateway, successOf(signer, `SW-${'A'.repeat(30)}`), signer),
        `${signer} at ${gateway}`,
      ).toBe(401)
  expect(await countStored()).toBe(before)
})

test('an event of one gateway about a payment at another pays nothing', async () => {
  const before = await app.accountBalances()
  const { order, reference } = await openCheckout('flutterwave')
  for (const gateway of gateways) expect(await postWebhook(gateway, successOf(gateway, reference))).toBe(200)
  await allHandled()
  expect(await stateOf(order)).toBe('awaiting_payment')
  expect(await app.ledgerSum()).toBe(0n)
  expect(await app.accountBalances()).toEqual(before)
})

test.each(gateways)(
  'later and contradicting events of %s about a delivered order change nothing',
  async (gateway) => {
    const { guest, order, reference, url } = await openCheckout(gateway)
    await guest.payAtCheckout(url)
    await app.runDueJobsUntil(isOrderFinal(app, order))
    await allHandled()
    const stored = app.db.q.selectFrom('webhook_inbox').selectAll().where('provider', '=', gateway)
    const original = (await stored.execute()).find(({ raw }) => Buffer.from(raw).includes(reference))
    const before = await collectOrderRecords(app, order)
    const replayed = JSON.parse(Buffer.from(original!.raw).toString()) as object
    const text = JSON.stringify(replayed)
    const events = [
      replayed,
      successOf(gateway, reference, 1),
      successOf(gateway, reference, 999_999),
      JSON.parse(text.replaceAll('"NGN"', '"USD"')) as object,
      { ...successOf(gateway, reference, 3), event: 'charge.failed', eventType: 'FAILED_TRANSACTION' },
      { ...successOf(gateway, reference, 4), event: 'charge.dispute.create' },
      { event: 'refund.processed', data: { id: 5, transaction_reference: reference, status: 'processed' } },
      {
        event: 'charge.success',
        data: { id: 6, reference, channel: 'dedicated_nuban', status: 'success', amount: 210_000 },
      },
      {
        eventType: 'SUCCESSFUL_TRANSACTION',
        eventData: {
          product: { type: 'RESERVED_ACCOUNT' },
          transactionReference: reference,
          paymentReference: reference,
        },
      },
    ]
    for (const event of events) expect([200, 400]).toContain(await postWebhook(gateway, event))
    await allHandled()
    const after = await collectOrderRecords(app, order)
    expect(after.order).toEqual(before.order)
    expect(after.payments.map(({ state, paid_kobo }) => ({ state, paid_kobo }))).toEqual(
      before.payments.map(({ state, paid_kobo }) => ({ state, paid_kobo })),
    )
    await expectOrderConsistent(app, order)
    await expectLedgerMatchesProviders(app)
  },
)

test('events that swap the references of a top-up and an order pay neither', async () => {
  const { order, reference } = await openCheckout('paystack')
  const customer = await createCustomer(app)
  const { data } = await customer.topUp(5_000)
  const topUps = app.db.q.selectFrom('payments').selectAll().where('user_id', '=', customer.id)
  const topUp = await topUps.executeTakeFirstOrThrow()
  expect(await postWebhook('paystack', successOf('paystack', topUp.reference, 2_101))).toBe(200)
  await customer.payAtCheckout(data.checkoutUrl)
  await eventually(async () => (await customer.walletKobo()) === 500_000n)
  const { gateway_reference } = await topUps.executeTakeFirstOrThrow()
  const swapped = { id: gateway_reference, reference, status: 'success', amount: 500_000, currency: 'NGN' }
  expect(await postWebhook('paystack', { event: 'charge.success', data: { ...swapped, note: 1 } })).toBe(200)
  expect(await postWebhook('paystack', successOf('paystack', topUp.reference, 7_000))).toBe(200)
  await allHandled()
  expect(await stateOf(order)).toBe('awaiting_payment')
  expect(await customer.walletKobo()).toBe(500_000n)
})

test('events about the charge of a saved card neither repeat it nor pay another order', async () => {
  await app.context.settings.change('payment_gateway', 'paystack')
  const customer = await createCustomer(app)
  const card = await customer.saveCard()
  const { data: info } = await customer.lookUpMeter()
  await customer.payWithSavedCard(info, card.uniqueid)
  await app.runDueJobsUntil(isOrderFinal(app, info.order_reference))
  const [charge] = (await collectOrderRecords(app, info.order_reference)).payments
  const { order } = await openCheckout('paystack')
  for (const amount of [2_100, 1, 4_200])
    expect(await postWebhook('paystack', successOf('paystack', charge!.reference, amount))).toBe(200)
  await allHandled()
  expect(await stateOf(order)).toBe('awaiting_payment')
  const { captures } = await app.providerRecords()
  expect(captures.filter((capture) => capture.reference === charge!.reference)).toHaveLength(1)
  await expectLedgerMatchesProviders(app)
})
