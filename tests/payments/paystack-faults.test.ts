import { expect, test, vi } from 'vitest'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { simulators } from '../simulators/house.ts'

const owed = { refundReference: 'R-1', amountKobo: 510_000n, currency: 'NGN', reason: 'Not delivered' }

/** A Paystack where one card payment of ₦5,100 was made, and the adapter that asks about it. */
async function startPaid(behaviour?: string, card = '4084084084084081') {
  const house = await simulators()
  if (behaviour) expect((await house.fault('paystack', behaviour)).status).toBe(200)
  const gateway = paystack(
    { url: `${house.url}/paystack`, secretKey: 'sk_test_simulated' },
    { readMs: 1_000, openMs: 1_000, refundMs: 1_000 },
  )
  const reference = `SW-${process.hrtime.bigint()}`
  const opened = await gateway.open({
    reference,
    amountKobo: 510_000n,
    email: 'ada@example.com',
    method: 'CARD',
    returnUrl: 'http://localhost:3000/payments/callback/paystack',
    cancelUrl: 'http://localhost:3000/cancel',
    description: 'Electricity',
    orderReference: 'ABCDEFGH2345',
  })
  if (opened.is !== 'opened') throw new Error(opened.because)
  const form = new URLSearchParams({ card_number: card, do: 'pay' })
  await fetch(opened.checkoutUrl, { method: 'POST', body: form, redirect: 'manual' })
  return { ...house, gateway, reference }
}

test('a paid checkout verifies as succeeded, and its refund is found under the same id', async () => {
  const { gateway, reference } = await startPaid()
  const paid = await gateway.verify(reference)
  if (paid.is !== 'succeeded') throw new Error(paid.is)
  expect(paid).toMatchObject({ reference, paidKobo: 510_000n, feeKobo: 17_650n, currency: 'NGN' })
  const of = { paymentReference: reference, gatewayReference: paid.gatewayReference }
  expect(await gateway.findRefunds(of)).toEqual([])
  const refund = await gateway.refund({ ...of, ...owed })
  if (refund.is !== 'accepted') throw new Error(refund.is)
  expect(await gateway.findRefunds(of)).toMatchObject([{ refundId: refund.refundId, amountKobo: 510_000n }])
  const again = await gateway.refund({ ...of, ...owed })
  expect(again).toMatchObject({ is: 'unknown' })
})

test('a payment of another amount or currency is told as it is', async () => {
  const under = await startPaid('underpaid')
  const less = await under.gateway.verify(under.reference)
  expect(less.is === 'succeeded' && less.paidKobo < 510_000n).toBe(true)
  const foreign = await startPaid('wrong_currency')
  const other = await foreign.gateway.verify(foreign.reference)
  expect(other.is === 'succeeded' && other.currency !== 'NGN').toBe(true)
})

test.each(['verify_500', 'verify_html', 'verify_pending'])(
  '%s leaves the payment pending',
  async (behaviour) => {
    const { gateway, reference } = await startPaid(behaviour)
    expect(await gateway.verify(reference)).toMatchObject({ is: 'pending' })
    expect(await gateway.verify(reference)).toMatchObject({ is: 'succeeded' })
  },
)

test('a refund whose answer broke is unknown, and the list of refunds can then be asked', async () => {
  const { gateway, reference, fault } = await startPaid()
  const paid = await gateway.verify(reference)
  if (paid.is !== 'succeeded') throw new Error(paid.is)
  const of = { paymentReference: reference, gatewayReference: paid.gatewayReference }
  await fault('paystack', 'refund_500')
  expect(await gateway.refund({ ...of, ...owed })).toMatchObject({
    is: 'unknown',
  })
  expect(await gateway.findRefunds(of)).toEqual(expect.any(Array))
})

/** A refund that wants the customer's account: Paystack's own test card for it. */
async function wanting() {
  const house = await startPaid(undefined, '4084080000671902')
  const { gateway, reference } = house
  const paid = await gateway.verify(reference)
  if (paid.is !== 'succeeded') throw new Error(paid.is)
  const of = { paymentReference: reference, gatewayReference: paid.gatewayReference }
  const refund = await gateway.refund({ ...of, ...owed })
  if (refund.is !== 'accepted') throw new Error(refund.is)
  const state = async () => (await gateway.findRefunds(of))?.[0]?.state
  await vi.waitFor(async () => expect(await state()).toBe('needs_attention'))
  const give = (accountNumber: string, bankCode = '058') =>
    gateway.payInto?.({ refundId: refund.refundId, currency: 'NGN', bankCode, accountNumber })
  return { ...house, refundId: refund.refundId, state, give }
}

test('a refund that wants an account goes on with one that exists, and stays where it is with any other', async () => {
  const { give, state, refundId } = await wanting()
  expect(await give('0123450003')).toEqual({ is: 'needs_attention', refundId })
  expect(await give('0123456789', '000')).toEqual({ is: 'needs_attention', refundId })
  expect(await give('0123456789')).toEqual({ is: 'accepted', refundId, state: 'pending' })
  expect(await give('0123456789')).toMatchObject({ is: 'unknown' })
  await vi.waitFor(async () => expect(await state()).toBe('processed'))
})

test('an account whose answer was lost is found to have been taken, or not', async () => {
  const { give, state, fault } = await wanting()
  await fault('paystack', 'retry_500')
  expect(await give('0123456789')).toMatchObject({ is: 'unknown' })
  expect(await state()).toBe('needs_attention')
  await fault('paystack', 'retry_timeout_accepted')
  expect(await give('0123456789')).toEqual({ is: 'unknown', because: 'timeout' })
  await vi.waitFor(async () => expect(await state()).toBe('processed'))
})

test('an account number has an owner, has none, or cannot be asked about', async () => {
  const { gateway } = await startPaid()
  const ask = (accountNumber: string, bankCode = '058') =>
    gateway.banking?.resolveAccount({ bankCode, accountNumber })
  expect(await ask('0123456789')).toMatchObject({ is: 'found' })
  expect(await ask('0123450003')).toEqual({ is: 'not_found' })
  expect(await ask('0123456789', '305')).toEqual({ is: 'not_found' })
  expect(await ask('0123450004')).toEqual({ is: 'unavailable', because: 'timeout' })
  expect(await gateway.banking?.banks()).toContainEqual({ name: 'OPay', code: '999992' })
})

test('a customer has one account, found again after a lost answer, and told with what arrives on it', async () => {
  const { gateway, fault, post } = await startPaid()
  const reserve = (accountReference = 'ACC-1') =>
    gateway.banking?.reserve?.({
      accountReference,
      accountName: 'Sanwo Ada',
      customerName: 'Ada Okafor',
      // Whoever has paid is a customer there already.
      customerEmail: 'ada@example.com',
      bvn: '22222222221',
    })
  await fault('paystack', 'account_500')
  expect(await reserve()).toMatchObject({ is: 'unknown' })
  await fault('paystack', 'account_later')
  expect(await reserve()).toEqual({ is: 'pending' })
  await vi.waitFor(async () => expect(await reserve()).toMatchObject({ is: 'reserved', active: true }))
  const made = await reserve()
  expect(await reserve()).toEqual(made)
  expect(await reserve('ACC-2')).toMatchObject({ is: 'refused' })
  if (made?.is !== 'reserved') throw new Error(made?.is)
  const account_number = made.accounts[0]?.accountNumber
  const sent = await post('/simulators/inflow', { account_number, amount: '1500.50' })
  const { reference } = sent.json() as { reference: string }
  expect(await gateway.banking?.inflow?.(reference)).toMatchObject({
    is: 'received',
    gatewayReference: reference,
    accountReference: 'ACC-1',
    paidKobo: 150_050n,
    feeKobo: 1_501n,
  })
})
