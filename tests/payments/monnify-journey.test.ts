import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  await app.context.settings.change('payment_gateway', 'monnify')
})
afterAll(() => app.close())

const runUntilFinal = (reference: string) =>
  app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 60 })
const stateOf = async (reference: string) => (await app.orderRow(reference)).state
const failing = () => prepaidMeter().replace(/\d{4}$/, '0003')

test.each(['CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'])(
  'an order paid at Monnify by %s is delivered, and the ledger matches the providers',
  async (payment_method) => {
    const ada = app.createGuest()
    const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
    const { data } = await ada.initiatePayment(info, { payment_method })
    const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
    const returnUrl = new URL(callbackUrl)
    expect(
      await ada.postJson('/payments/return', {
        gateway: 'monnify',
        reference: returnUrl.searchParams.get('paymentReference'),
        nonce: returnUrl.searchParams.get('n'),
      }),
    ).toMatchObject({ httpStatus: 200, data: { reference: info.order_reference } })
    expect((await ada.processOrder(info)).httpStatus).toBe(200)
    expect(await stateOf(info.order_reference)).toBe('delivered')
    await expectOrderConsistent(app, info.order_reference)
    await expectLedgerMatchesProviders(app)
    const [payment] = (await collectOrderRecords(app, info.order_reference)).payments
    expect(payment).toMatchObject({ gateway: 'monnify', gateway_reference: expect.stringMatching(/^MNFY\|/) })
  },
)

test('an order whose browser never returns is delivered by the webhook', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await eventually(async () => (await stateOf(info.order_reference)) === 'delivered')
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('a payment reported by an older flat webhook is verified and delivered without a poll', async () => {
  await app.simulatorSettings({ shapes: 'recorded' })
  try {
    const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
    await eventually(async () => (await stateOf(info.order_reference)) === 'delivered')
    await expectOrderConsistent(app, info.order_reference)
  } finally {
    await app.simulatorSettings({ shapes: 'documented' })
  }
})

test.each(['webhook_lost', 'webhook_unsigned'])('with %s, the poll delivers the order', async (fault) => {
  await app.injectFault('monnify', fault)
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await runUntilFinal(info.order_reference)
  expect(await stateOf(info.order_reference)).toBe('delivered')
  await expectLedgerMatchesProviders(app)
})

test('an unsigned or wrongly signed webhook is rejected and not stored', async () => {
  const raw = JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData: { paymentReference: 'SW-1' } })
  const postWebhook = async (headers: Record<string, string>) => {
    const response = await fetch(`${app.origin}/api/v1/webhooks/monnify`, {
      method: 'POST',
      body: raw,
      headers,
    })
    await response.text()
    return response.status
  }
  const sign = (key: string) => ({
    'monnify-signature': createHmac('sha512', key).update(raw).digest('hex'),
  })
  expect(await postWebhook({})).toBe(401)
  expect(await postWebhook(sign('somebody-elses-secret'))).toBe(401)
  expect(await postWebhook(sign('simulated-monnify-secret'))).toBe(200)
})

test('a declined card posts nothing, and the order can be paid with another card', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const first = await ada.initiatePayment(info)
  await ada.payAtCheckout(first.data.checkoutUrl, { card: '4111111111111110' })
  expect((await ada.processOrder(info)).message).toBe(
    "Your payment didn't go through. You were not charged. Try again.",
  )
  const second = await ada.initiatePayment(info)
  expect(second.data.checkoutUrl).not.toBe(first.data.checkoutUrl)
  await ada.payAtCheckout(second.data.checkoutUrl)
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('an unstarted checkout can be replaced by another payment method', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  expect((await ada.initiatePayment(info)).httpStatus).toBe(200)
  const { httpStatus, data } = await ada.initiatePayment(info, { payment_method: 'USSD' })
  expect(httpStatus).toBe(200)
  await ada.payAtCheckout(data.checkoutUrl)
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  await expectLedgerMatchesProviders(app)
})

test('an undelivered order is refunded at Monnify once, under our reference', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: failing() })
  await runUntilFinal(info.order_reference)
  expect(await stateOf(info.order_reference)).toBe('refunded')
  const { refunds, refunded } = await collectOrderRecords(app, info.order_reference)
  expect(refunded).toHaveLength(1)
  expect(refunds).toMatchObject([{ state: 'processed', gateway_refund_id: refunds[0]?.id }])
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test.each(['refund_500', 'refund_refused', 'bearer_forgotten'])(
  'a refund is made once, whatever happens to its first request: %s',
  async (fault) => {
    const ada = app.createGuest()
    const { data: info } = await ada.lookUpMeter({ meter_number: failing() })
    const { data } = await ada.initiatePayment(info)
    if (fault !== 'bearer_forgotten') await app.injectFault('monnify', fault)
    await ada.payAtCheckout(data.checkoutUrl)
    if (fault === 'bearer_forgotten') await app.injectFault('monnify', fault, 2)
    await runUntilFinal(info.order_reference)
    expect((await collectOrderRecords(app, info.order_reference)).refunded).toHaveLength(1)
    await expectOrderConsistent(app, info.order_reference)
    await expectLedgerMatchesProviders(app)
  },
)

test('an underpayment is refunded and never vended; an overpayment is vended and the excess refunded', async () => {
  for (const fault of ['underpaid', 'overpaid']) {
    await app.injectFault('monnify', fault)
    const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
    await eventually(async () => {
      await app.runDueJobs()
      const { refunds } = await collectOrderRecords(app, info.order_reference)
      return refunds.length === 1 && refunds[0]?.state === 'processed'
    }, 20_000)
    const { captures, refunded, deliveries } = await collectOrderRecords(app, info.order_reference)
    expect({ captures: captures.length, refunded: refunded.length, deliveries: deliveries.length }).toEqual({
      captures: 1,
      refunded: 1,
      deliveries: fault === 'overpaid' ? 1 : 0,
    })
    await expectLedgerMatchesProviders(app)
  }
})

test('a card saved at Monnify stays chargeable there, whichever gateway takes new payments', async () => {
  const ada = await createCustomer(app)
  const card = await ada.saveCard()
  expect(card).toMatchObject({ first_digits: '411111', last_digits: '1111', expiry: '12/30', type: 'visa' })
  await app.context.settings.change('payment_gateway', 'paystack')
  try {
    const { data: info } = await ada.lookUpMeter()
    expect((await ada.payWithSavedCard(info, card.uniqueid)).httpStatus).toBe(200)
    expect((await ada.processOrder(info)).httpStatus).toBe(200)
    const [payment] = (await collectOrderRecords(app, info.order_reference)).payments
    expect(payment).toMatchObject({ gateway: 'monnify', method: 'SAVED_CARD', state: 'succeeded' })
  } finally {
    await app.context.settings.change('payment_gateway', 'monnify')
  }
  expect((await ada.deleteCard(card.uniqueid)).httpStatus).toBe(200)
  await eventually(async () => {
    const row = await app.db.q
      .selectFrom('payment_cards')
      .select('token')
      .where('uniqueid', '=', card.uniqueid)
      .executeTakeFirstOrThrow()
    return row.token === null
  })
  await expectLedgerMatchesProviders(app)
})

test('a top-up through Monnify credits the wallet', async () => {
  const ada = await createCustomer(app)
  const { data } = await ada.topUp(5_000)
  const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
  const reference = new URL(callbackUrl).searchParams.get('paymentReference') ?? ''
  expect(await ada.processTopUp(reference)).toMatchObject({ httpStatus: 200, data: { amount: 5_000 } })
  expect(await ada.walletKobo()).toBe(500_000n)
  await expectLedgerMatchesProviders(app)
})
