import { expect, test } from 'vitest'
import { flutterwave } from '../../server/payments/gateways/flutterwave/index.ts'
import { simulators } from '../simulators/setup.ts'

const refundRequest = {
  refundReference: 'R-1',
  amountKobo: 510_000n,
  currency: 'NGN',
  reason: 'Not delivered',
}

/** A simulated Flutterwave with one open checkout of ₦5,100, and its adapter. */
async function startCheckout() {
  const provider = await simulators()
  const gateway = flutterwave(
    {
      url: `${provider.url}/flutterwave/v3`,
      secretKey: 'FLWSECK_TEST-simulated',
      secretHash: 'simulated-secret-hash',
    },
    { queryTimeoutMs: 1_500 },
  )
  const reference = `SW-${process.hrtime.bigint()}`
  const opened = await gateway.createCheckout({
    reference,
    amountKobo: 510_000n,
    email: 'ada@example.com',
    method: 'CARD',
    returnUrl: 'http://localhost:3000/payments/callback/flutterwave',
    cancelUrl: 'http://localhost:3000/cancel',
    description: 'Electricity',
    orderReference: 'ABCDEFGH2345',
  })
  if (opened.type !== 'opened') throw new Error(opened.reason)
  return { ...provider, gateway, reference }
}

/** A simulated Flutterwave with one checkout that was paid by card. */
async function startPaidProvider(fault?: string) {
  const provider = await startCheckout()
  if (fault) expect((await provider.fault('flutterwave', fault)).status).toBe(200)
  await provider.pay(provider.reference)
  return provider
}

test('a paid checkout verifies as succeeded with its card, and its refund is found under the same id', async () => {
  const { gateway, reference } = await startPaidProvider()
  const status = await gateway.verify(reference)
  if (status.type !== 'succeeded') throw new Error(status.type)
  expect(status).toMatchObject({ reference, paidKobo: 510_000n, feeKobo: 7_140n, currency: 'NGN' })
  expect(status.card).toMatchObject({ email: 'ada@example.com', lastDigits: '2950', expiry: '09/32' })
  const payment = { paymentReference: reference, gatewayReference: status.gatewayReference }
  expect(await gateway.listRefunds(payment)).toEqual([])
  const refund = await gateway.refund({ ...payment, ...refundRequest })
  if (refund.type !== 'accepted') throw new Error(refund.type)
  expect(await gateway.listRefunds(payment)).toMatchObject([
    { refundId: refund.refundId, amountKobo: 510_000n },
  ])
  expect(await gateway.refund({ ...payment, ...refundRequest })).toMatchObject({ type: 'unknown' })
})

test('an unused checkout is not_found; a declined one is failed until the customer pays with another card', async () => {
  const { gateway, reference, pay, fault } = await startCheckout()
  expect(await gateway.verify(reference)).toEqual({ type: 'not_found' })
  await pay(reference, { card: '5258585922666506' })
  expect(await gateway.verify(reference)).toEqual({ type: 'failed', reason: 'Insufficient Funds' })
  await pay(reference)
  expect(await gateway.verify(reference)).toMatchObject({ type: 'succeeded' })
  await fault('flutterwave', 'verify_first')
  expect(await gateway.verify(reference)).toMatchObject({ type: 'succeeded' })
  await fault('flutterwave', 'verify_first')
  await fault('flutterwave', 'tries_500')
  expect(await gateway.verify(reference)).toEqual({ type: 'pending', reason: 'other_tries' })
})

test('a payment with another amount or currency is reported unchanged', async () => {
  const underpaid = await startPaidProvider('underpaid')
  expect(await underpaid.gateway.verify(underpaid.reference)).toMatchObject({ paidKobo: 255_000n })
  const foreign = await startPaidProvider('wrong_currency')
  expect(await foreign.gateway.verify(foreign.reference)).toMatchObject({ currency: 'USD' })
})

test.each(['verify_500', 'verify_html', 'verify_pending', 'verify_timeout'])(
  '%s leaves the payment pending',
  async (fault) => {
    const { gateway, reference } = await startPaidProvider(fault)
    expect(await gateway.verify(reference)).toMatchObject({ type: 'pending' })
    expect(await gateway.verify(reference)).toMatchObject({ type: 'succeeded' })
  },
)

test('a refund with an unreadable response is unknown and can be found in the list of refunds', async () => {
  const { gateway, reference, fault } = await startPaidProvider()
  const status = await gateway.verify(reference)
  if (status.type !== 'succeeded') throw new Error(status.type)
  const payment = { paymentReference: reference, gatewayReference: status.gatewayReference }
  await fault('flutterwave', 'refund_500')
  expect(await gateway.refund({ ...payment, ...refundRequest })).toMatchObject({ type: 'unknown' })
  await fault('flutterwave', 'refund_refused')
  expect(await gateway.refund({ ...payment, ...refundRequest })).toMatchObject({ type: 'failed' })
  expect(await gateway.listRefunds(payment)).toEqual([])
})

test('an account resolves to a name, to not_found or to unavailable', async () => {
  const { gateway } = await startCheckout()
  const banks = await gateway.banking?.listBanks()
  expect(banks).toContainEqual({ name: 'Zenith Bank', code: '057' })
  expect(banks).toContainEqual({ name: 'OPay', code: '305' })
  const resolve = (bankCode: string, accountNumber: string) =>
    gateway.banking?.resolveAccount({ bankCode, accountNumber })
  expect(await resolve('057', '0123456789')).toMatchObject({ type: 'found' })
  expect(await resolve('057', '0123450003')).toEqual({ type: 'not_found' })
  expect(await resolve('999', '0123456789')).toEqual({ type: 'not_found' })
  expect(await resolve('057', '0123450004')).toEqual({ type: 'unavailable', reason: 'timeout' })
})

test('a deposit to a virtual account carries our reference, also when its webhook is lost', async () => {
  const { gateway, post } = await startCheckout()
  const { reserveAccount, getDeposit, listDepositReferences } = gateway.banking ?? {}
  const reservation = await reserveAccount?.({
    accountReference: 'ACC-1',
    accountName: 'Sanwo Ada',
    customerName: 'Ada Okafor',
    customerEmail: 'ada@example.com',
    bvn: '22222222221',
  })
  if (reservation?.type !== 'reserved') throw new Error(reservation?.type)
  expect((await listDepositReferences?.('ACC-1'))?.references).toEqual([])
  const account_number = reservation.accounts[0]?.accountNumber
  const deposit = await post('/simulators/inflow', { account_number, amount: 1500.5 })
  const { reference } = deposit.json() as { reference: string }
  expect(await getDeposit?.(reference)).toMatchObject({
    type: 'received',
    gatewayReference: reference,
    accountReference: 'ACC-1',
    paidKobo: 150_050n,
    feeKobo: 2_101n,
    currency: 'NGN',
  })
  expect((await listDepositReferences?.('ACC-1'))?.references).toEqual([reference])
  expect((await post('/simulators/inflow', { account_number: '0000000000', amount: 1 })).status).toBe(404)
})
