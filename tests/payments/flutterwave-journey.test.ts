import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

const stepUpCard = '4187427415564246'
const declinedCard = '5143010522339965'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
  await app.context.settings.change('payment_gateway', 'flutterwave')
})
afterAll(() => app.close())

const runUntilFinal = (reference: string) =>
  app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 60 })
const stateOf = async (reference: string) => (await app.orderRow(reference)).state

/** A guest with an order and its open checkout. */
async function checkout(meter = prepaidMeter(), payment_method = 'CARD') {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: meter })
  const { data } = await ada.initiatePayment(info, { payment_method })
  return { ada, info, reference: info.order_reference, checkoutUrl: data.checkoutUrl }
}

/** The return from the checkout, as the web front end requests it. */
const requestReturn = (ada: ReturnType<TestApp['createGuest']>, callbackUrl: string) => {
  const { searchParams: params } = new URL(callbackUrl)
  return ada.postJson('/payments/return', {
    gateway: 'flutterwave',
    reference: params.get('tx_ref'),
    nonce: params.get('n'),
  })
}

async function expectRecordsMatch(reference: string) {
  await expectOrderConsistent(app, reference)
  await expectLedgerMatchesProviders(app)
}

test.each(['CARD', 'ACCOUNT_TRANSFER', 'USSD'])(
  'an order paid at Flutterwave by %s is delivered, and the ledger matches the providers',
  async (payment_method) => {
    const { ada, info, reference, checkoutUrl } = await checkout(prepaidMeter(), payment_method)
    const { callbackUrl } = await ada.payAtCheckout(checkoutUrl)
    expect(await requestReturn(ada, callbackUrl)).toMatchObject({ httpStatus: 200, data: { reference } })
    expect((await ada.processOrder(info)).httpStatus).toBe(200)
    expect(await stateOf(reference)).toBe('delivered')
    const [payment] = (await collectOrderRecords(app, reference)).payments
    expect(payment).toMatchObject({
      gateway: 'flutterwave',
      gateway_reference: expect.stringMatching(/^\d+$/),
    })
    await expectRecordsMatch(reference)
  },
)

test.each(['CARD', 'ACCOUNT_TRANSFER'])(
  'a payment by %s reported by a flat webhook is delivered without a poll or a return',
  async (payment_method) => {
    const { ada, reference, checkoutUrl } = await checkout(prepaidMeter(), payment_method)
    await app.simulatorSettings({ shapes: 'recorded' })
    try {
      await ada.payAtCheckout(checkoutUrl)
      await eventually(async () => (await stateOf(reference)) === 'delivered')
    } finally {
      await app.simulatorSettings({ shapes: 'documented' })
    }
    await expectRecordsMatch(reference)
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
])('with fault %s, an order whose tab was closed after payment is delivered and paid once', async (fault) => {
  const { ada, reference, checkoutUrl } = await checkout()
  if (fault !== 'nothing') await app.injectFault('flutterwave', fault)
  await ada.payAtCheckout(checkoutUrl)
  await runUntilFinal(reference)
  expect(await stateOf(reference)).toBe('delivered')
  await app.runDueJobsUntil(async () =>
    (await collectOrderRecords(app, reference)).refunds.every((refund) => refund.state === 'processed'),
  )
  await expectRecordsMatch(reference)
})

test('a declined card can be retried on the same page, and the later success pays the order once', async () => {
  const { ada, info, reference, checkoutUrl } = await checkout()
  expect((await ada.payAtCheckout(checkoutUrl, { card: declinedCard })).status).toBe('failed')
  expect(await ada.processOrder(info)).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('You were not charged'),
  })
  await app.injectFault('flutterwave', 'verify_first')
  expect((await ada.payAtCheckout(checkoutUrl)).status).toBe('success')
  await runUntilFinal(reference)
  const { order, payments } = await collectOrderRecords(app, reference)
  expect(order.state).toBe('delivered')
  expect(payments).toMatchObject([{ state: 'succeeded_late' }])
  await expectRecordsMatch(reference)
})

test('a success on an old declined checkout is refunded when a new checkout already paid the order', async () => {
  const { ada, info, reference, checkoutUrl } = await checkout()
  await ada.payAtCheckout(checkoutUrl, { decline: true })
  const second = await ada.initiatePayment(info)
  expect(second.httpStatus).toBe(200)
  expect(second.data.checkoutUrl).not.toBe(checkoutUrl)
  await ada.payAtCheckout(second.data.checkoutUrl)
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  await ada.payAtCheckout(checkoutUrl)
  await app.runDueJobsUntil(
    async () => (await collectOrderRecords(app, reference)).refunds[0]?.state === 'processed',
  )
  expect((await collectOrderRecords(app, reference)).refunds).toMatchObject([{ cause: 'second_payment' }])
  await expectRecordsMatch(reference)
})

test('a customer who leaves the checkout without paying returns to the order and can choose another method', async () => {
  const { ada, info, reference, checkoutUrl } = await checkout()
  const { callbackUrl } = await ada.payAtCheckout(checkoutUrl, { cancel: true })
  expect(new URL(callbackUrl).searchParams.has('transaction_id')).toBe(false)
  expect(await requestReturn(ada, callbackUrl)).toMatchObject({ httpStatus: 200, data: { reference } })
  expect((await ada.processOrder(info)).httpStatus).toBe(409)
  expect((await ada.getOrderStatus(info)).data).toMatchObject({
    can_pay: true,
    money: { status: 'not_taken' },
  })
  const { data } = await ada.initiatePayment(info, { payment_method: 'USSD' })
  await ada.payAtCheckout(data.checkoutUrl)
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  await expectRecordsMatch(reference)
})

test.each(['nothing', 'refund_500', 'refund_timeout_accepted'])(
  'with fault %s, an undelivered order is refunded once to the original payment method',
  async (fault) => {
    const { ada, reference, checkoutUrl } = await checkout(prepaidMeter('failed'))
    if (fault !== 'nothing') await app.injectFault('flutterwave', fault)
    await ada.payAtCheckout(checkoutUrl)
    await runUntilFinal(reference)
    const { order, refunded, refunds } = await collectOrderRecords(app, reference)
    expect(order.state).toBe('refunded')
    expect(refunded).toHaveLength(1)
    expect(refunds).toMatchObject([{ state: 'processed', gateway_refund_id: expect.stringMatching(/^\d+$/) }])
    await expectRecordsMatch(reference)
  },
)

test('an underpaid order is never vended, is fully refunded and can be paid again', async () => {
  const { ada, info, reference, checkoutUrl } = await checkout()
  await app.injectFault('flutterwave', 'underpaid')
  await ada.payAtCheckout(checkoutUrl)
  await app.runDueJobsUntil(
    async () => (await collectOrderRecords(app, reference)).refunds[0]?.state === 'processed',
  )
  expect((await collectOrderRecords(app, reference)).deliveries).toEqual([])
  const { data } = await ada.initiatePayment(info)
  await ada.payAtCheckout(data.checkoutUrl)
  await runUntilFinal(reference)
  expect(await stateOf(reference)).toBe('delivered')
  await expectRecordsMatch(reference)
})

test.each(['initialize_500', 'initialize_timeout'])(
  'a checkout that fails with %s charges nothing, and the next submit creates another',
  async (fault) => {
    const ada = app.createGuest()
    const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
    await app.injectFault('flutterwave', fault)
    expect((await ada.initiatePayment(info)).httpStatus).toBe(503)
    const retry = await ada.initiatePayment(info)
    expect(retry.httpStatus).toBe(200)
    await ada.payAtCheckout(retry.data.checkoutUrl)
    await runUntilFinal(info.order_reference)
    expect(await stateOf(info.order_reference)).toBe('delivered')
    await expectRecordsMatch(info.order_reference)
  },
)

test('a saved card is charged at the gateway that issued its token, whichever gateway takes new payments', async () => {
  const ada = await createCustomer(app)
  const card = await ada.saveCard()
  expect(card).toMatchObject({
    first_digits: '553188',
    last_digits: '2950',
    expiry: '09/32',
    issuer: 'TEST BANK CREDIT',
    type: 'mastercard',
  })
  await app.context.settings.change('payment_gateway', 'paystack')
  const { data: info } = await ada.lookUpMeter({ amount: 3_000 })
  const charge = await ada.payWithSavedCard(info, card.uniqueid)
  expect(charge.data.checkoutUrl).toContain('/electricity/transactions/process?reference=')
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  const { payments, captures } = await collectOrderRecords(app, info.order_reference)
  expect(payments).toMatchObject([{ gateway: 'flutterwave', method: 'SAVED_CARD', state: 'succeeded' }])
  expect(captures).toMatchObject([{ party: 'flutterwave' }])
  await expectLedgerMatchesProviders(app)
  await app.context.settings.change('payment_gateway', 'flutterwave')
})

test('a card that needs bank confirmation redirects, returns by its reference and is then charged', async () => {
  const ada = await createCustomer(app)
  const card = await ada.saveCard(stepUpCard)
  const { data: info } = await ada.lookUpMeter({ amount: 3_000 })
  const charge = await ada.payWithSavedCard(info, card.uniqueid)
  expect(new URL(charge.data.checkoutUrl).origin).toBe(new URL(app.simulators.url).origin)
  expect((await ada.getOrderStatus(info)).data).toMatchObject({ can_pay: false })
  const { callbackUrl } = await ada.payAtCheckout(charge.data.checkoutUrl)
  expect(new URL(callbackUrl).searchParams.get('response')).toContain('successful')
  expect(await requestReturn(ada, callbackUrl)).toMatchObject({ data: { reference: info.order_reference } })
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  await expectLedgerMatchesProviders(app)
})

test('a declined or unconfirmed token charge moves no money and can be retried', async () => {
  const ada = await createCustomer(app)
  const card = await ada.saveCard(stepUpCard)
  const { data: info } = await ada.lookUpMeter({ amount: 3_000 })
  await app.injectFault('flutterwave', 'token_declined')
  expect((await ada.payWithSavedCard(info, card.uniqueid)).httpStatus).toBe(409)
  const charge = await ada.payWithSavedCard(info, card.uniqueid)
  await ada.payAtCheckout(charge.data.checkoutUrl, { decline: true })
  expect((await ada.processOrder(info)).httpStatus).toBe(409)
  const retry = await ada.payWithSavedCard(info, card.uniqueid)
  await ada.payAtCheckout(retry.data.checkoutUrl)
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  expect((await collectOrderRecords(app, info.order_reference)).captures).toHaveLength(1)
  await expectLedgerMatchesProviders(app)
})

test.each([
  ['token_timeout', 'delivered'],
  ['token_lost', 'awaiting_payment'],
])(
  'a token charge whose response is lost by %s is verified and not sent again',
  async (fault, finalState) => {
    const ada = await createCustomer(app)
    const card = await ada.saveCard()
    const { data: info } = await ada.lookUpMeter({ amount: 3_000 })
    await app.injectFault('flutterwave', fault)
    expect((await ada.payWithSavedCard(info, card.uniqueid)).httpStatus).toBe(200)
    await app.runDueJobsUntil(
      async () =>
        (await ada.getOrderStatus(info)).data.can_pay || (await isOrderFinal(app, info.order_reference)()),
      { stepSeconds: 60 },
    )
    const { order, captures } = await collectOrderRecords(app, info.order_reference)
    expect(order.state).toBe(finalState)
    expect(captures).toHaveLength(finalState === 'delivered' ? 1 : 0)
  },
)

test('the token of a deleted card is erased, and no further work is due for it', async () => {
  const ada = await createCustomer(app)
  const { uniqueid } = await ada.saveCard()
  expect((await ada.deleteCard(uniqueid)).httpStatus).toBe(200)
  const cards = app.db.q.selectFrom('payment_cards').selectAll().where('uniqueid', '=', uniqueid)
  await eventually(async () => {
    const row = await cards.executeTakeFirstOrThrow()
    return row.token === null && row.due_at === null
  })
})

test('a top-up at Flutterwave credits the received amount once', async () => {
  const ada = await createCustomer(app)
  const { data } = await ada.topUp(5_000)
  const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
  const reference = new URL(callbackUrl).searchParams.get('tx_ref') ?? ''
  expect((await ada.processTopUp(reference)).httpStatus).toBe(200)
  await ada.processTopUp(reference)
  expect(await ada.walletKobo()).toBe(500_000n)
})
