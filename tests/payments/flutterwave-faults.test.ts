import { expect, test } from 'vitest'
import { flutterwave } from '../../server/payments/gateways/flutterwave/index.ts'
import { simulators } from '../simulators/house.ts'

const owed = { refundReference: 'R-1', amountKobo: 510_000n, currency: 'NGN', reason: 'Not delivered' }

/** A Flutterwave with one open link of ₦5,100, and the adapter that asks about it. */
async function open() {
  const house = await simulators()
  const gateway = flutterwave(
    {
      url: `${house.url}/flutterwave/v3`,
      secretKey: 'FLWSECK_TEST-simulated',
      secretHash: 'simulated-secret-hash',
    },
    { readMs: 500 },
  )
  const reference = `SW-${process.hrtime.bigint()}`
  const opened = await gateway.open({
    reference,
    amountKobo: 510_000n,
    email: 'ada@example.com',
    method: 'CARD',
    returnUrl: 'http://localhost:3000/payments/callback/flutterwave',
    cancelUrl: 'http://localhost:3000/cancel',
    description: 'Electricity',
    orderReference: 'ABCDEFGH2345',
  })
  if (opened.is !== 'opened') throw new Error(opened.because)
  return { ...house, gateway, reference }
}

/** The same, paid by card. */
async function paid(behaviour?: string) {
  const house = await open()
  if (behaviour) expect((await house.fault('flutterwave', behaviour)).status).toBe(200)
  await house.pays(house.reference)
  return house
}

test('a paid checkout verifies as succeeded with its card, and its refund is found under the same id', async () => {
  const { gateway, reference } = await paid()
  const truth = await gateway.verify(reference)
  if (truth.is !== 'succeeded') throw new Error(truth.is)
  expect(truth).toMatchObject({ reference, paidKobo: 510_000n, feeKobo: 7_140n, currency: 'NGN' })
  expect(truth.card).toMatchObject({ email: 'ada@example.com', lastDigits: '2950', expiry: '09/32' })
  const of = { paymentReference: reference, gatewayReference: truth.gatewayReference }
  expect(await gateway.findRefunds(of)).toEqual([])
  const refund = await gateway.refund({ ...of, ...owed })
  if (refund.is !== 'accepted') throw new Error(refund.is)
  expect(await gateway.findRefunds(of)).toMatchObject([{ refundId: refund.refundId, amountKobo: 510_000n }])
  expect(await gateway.refund({ ...of, ...owed })).toMatchObject({ is: 'unknown' })
})

test('a link nobody has pressed on is not found; a declined one is failed until it is tried again', async () => {
  const { gateway, reference, pays, fault } = await open()
  expect(await gateway.verify(reference)).toEqual({ is: 'not_found' })
  await pays(reference, { card: '5258585922666506' })
  expect(await gateway.verify(reference)).toEqual({ is: 'failed', because: 'Insufficient Funds' })
  await pays(reference)
  expect(await gateway.verify(reference)).toMatchObject({ is: 'succeeded' })
  await fault('flutterwave', 'verify_first')
  expect(await gateway.verify(reference)).toMatchObject({ is: 'succeeded' })
  await fault('flutterwave', 'verify_first')
  await fault('flutterwave', 'tries_500')
  expect(await gateway.verify(reference)).toEqual({ is: 'pending', because: 'other_tries' })
})

test('a payment of another amount or currency is told as it is', async () => {
  const under = await paid('underpaid')
  expect(await under.gateway.verify(under.reference)).toMatchObject({ paidKobo: 255_000n })
  const foreign = await paid('wrong_currency')
  expect(await foreign.gateway.verify(foreign.reference)).toMatchObject({ currency: 'USD' })
})

test.each(['verify_500', 'verify_html', 'verify_pending', 'verify_timeout'])(
  '%s leaves the payment pending',
  async (behaviour) => {
    const { gateway, reference } = await paid(behaviour)
    expect(await gateway.verify(reference)).toMatchObject({ is: 'pending' })
    expect(await gateway.verify(reference)).toMatchObject({ is: 'succeeded' })
  },
)

test('a refund whose answer broke is unknown, and the list of refunds can then be asked', async () => {
  const { gateway, reference, fault } = await paid()
  const truth = await gateway.verify(reference)
  if (truth.is !== 'succeeded') throw new Error(truth.is)
  const of = { paymentReference: reference, gatewayReference: truth.gatewayReference }
  await fault('flutterwave', 'refund_500')
  expect(await gateway.refund({ ...of, ...owed })).toMatchObject({ is: 'unknown' })
  await fault('flutterwave', 'refund_refused')
  expect(await gateway.refund({ ...of, ...owed })).toMatchObject({ is: 'failed' })
  expect(await gateway.findRefunds(of)).toEqual([])
})

test('an account belongs to somebody, to nobody, or cannot be asked about', async () => {
  const { gateway } = await open()
  const banks = await gateway.banking?.banks()
  expect(banks).toContainEqual({ name: 'Zenith Bank', code: '057' })
  expect(banks).toContainEqual({ name: 'OPay', code: '305' })
  const ask = (bankCode: string, accountNumber: string) =>
    gateway.banking?.resolveAccount({ bankCode, accountNumber })
  expect(await ask('057', '0123456789')).toMatchObject({ is: 'found' })
  expect(await ask('057', '0123450003')).toEqual({ is: 'not_found' })
  expect(await ask('999', '0123456789')).toEqual({ is: 'not_found' })
  expect(await ask('057', '0123450004')).toEqual({ is: 'unavailable', because: 'timeout' })
})

test('what is transferred to a reserved account is told with our reference, also when its message was lost', async () => {
  const { gateway, post } = await open()
  const { reserve, inflow, arrivals } = gateway.banking ?? {}
  const made = await reserve?.({
    accountReference: 'ACC-1',
    accountName: 'Sanwo Ada',
    customerName: 'Ada Okafor',
    customerEmail: 'ada@example.com',
    bvn: '22222222221',
  })
  if (made?.is !== 'reserved') throw new Error(made?.is)
  expect(await arrivals?.('ACC-1')).toEqual([])
  const account_number = made.accounts[0]?.accountNumber
  const sent = await post('/simulators/inflow', { account_number, amount: 1500.5 })
  const { reference } = sent.json() as { reference: string }
  expect(await inflow?.(reference)).toMatchObject({
    is: 'received',
    gatewayReference: reference,
    accountReference: 'ACC-1',
    paidKobo: 150_050n,
    feeKobo: 2_101n,
    currency: 'NGN',
  })
  expect(await arrivals?.('ACC-1')).toEqual([reference])
  expect((await post('/simulators/inflow', { account_number: '0000000000', amount: 1 })).status).toBe(404)
})
