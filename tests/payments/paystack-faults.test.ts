import { expect, test } from 'vitest'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { simulators, waitFor } from '../simulators/setup.ts'

const refundRequest = {
  refundReference: 'R-1',
  amountKobo: 510_000n,
  currency: 'NGN',
  reason: 'Not delivered',
}

/** A simulated Paystack with one card payment of ₦5,100, and its adapter. */
async function startPaidCheckout(fault?: string, card = '4084084084084081') {
  const provider = await simulators()
  if (fault) expect((await provider.fault('paystack', fault)).status).toBe(200)
  const gateway = paystack(
    { url: `${provider.url}/paystack`, secretKey: 'sk_test_simulated' },
    { queryTimeoutMs: 1_500, createTimeoutMs: 1_500, refundTimeoutMs: 1_500 },
  )
  const reference = `SW-${process.hrtime.bigint()}`
  const opened = await gateway.createCheckout({
    reference,
    amountKobo: 510_000n,
    email: 'ada@example.com',
    method: 'CARD',
    returnUrl: 'http://localhost:3000/payments/callback/paystack',
    cancelUrl: 'http://localhost:3000/cancel',
    description: 'Electricity',
    orderReference: 'ABCDEFGH2345',
  })
  if (opened.type !== 'opened') throw new Error(opened.reason)
  const form = new URLSearchParams({ card_number: card, do: 'pay' })
  await fetch(opened.checkoutUrl, { method: 'POST', body: form, redirect: 'manual' })
  return { ...provider, gateway, reference }
}

test('a paid checkout verifies as succeeded, and its refund is found under the same id', async () => {
  const { gateway, reference } = await startPaidCheckout()
  const paid = await gateway.verify(reference)
  if (paid.type !== 'succeeded') throw new Error(paid.type)
  expect(paid).toMatchObject({ reference, paidKobo: 510_000n, feeKobo: 17_650n, currency: 'NGN' })
  const payment = { paymentReference: reference, gatewayReference: paid.gatewayReference }
  expect(await gateway.listRefunds(payment)).toEqual([])
  const refund = await gateway.refund({ ...payment, ...refundRequest })
  if (refund.type !== 'accepted') throw new Error(refund.type)
  expect(await gateway.listRefunds(payment)).toMatchObject([
    { refundId: refund.refundId, amountKobo: 510_000n },
  ])
  const secondRefund = await gateway.refund({ ...payment, ...refundRequest })
  expect(secondRefund).toMatchObject({ type: 'unknown' })
})

test('a payment with another amount or currency is reported unchanged', async () => {
  const underpaid = await startPaidCheckout('underpaid')
  const lowerAmount = await underpaid.gateway.verify(underpaid.reference)
  expect(lowerAmount.type === 'succeeded' && lowerAmount.paidKobo < 510_000n).toBe(true)
  const wrongCurrency = await startPaidCheckout('wrong_currency')
  const otherCurrency = await wrongCurrency.gateway.verify(wrongCurrency.reference)
  expect(otherCurrency.type === 'succeeded' && otherCurrency.currency !== 'NGN').toBe(true)
})

test.each(['verify_500', 'verify_html', 'verify_pending'])('%s leaves the payment pending', async (fault) => {
  const { gateway, reference } = await startPaidCheckout(fault)
  expect(await gateway.verify(reference)).toMatchObject({ type: 'pending' })
  expect(await gateway.verify(reference)).toMatchObject({ type: 'succeeded' })
})

test('a refund with an unreadable response is unknown and can be found in the list of refunds', async () => {
  const { gateway, reference, fault } = await startPaidCheckout()
  const paid = await gateway.verify(reference)
  if (paid.type !== 'succeeded') throw new Error(paid.type)
  const payment = { paymentReference: reference, gatewayReference: paid.gatewayReference }
  await fault('paystack', 'refund_500')
  expect(await gateway.refund({ ...payment, ...refundRequest })).toMatchObject({
    type: 'unknown',
  })
  expect(await gateway.listRefunds(payment)).toEqual(expect.any(Array))
})

/** A refund that needs the customer's account: Paystack's test card for this case. */
async function createRefundThatNeedsAccount() {
  const provider = await startPaidCheckout(undefined, '4084080000671902')
  const { gateway, reference } = provider
  const paid = await gateway.verify(reference)
  if (paid.type !== 'succeeded') throw new Error(paid.type)
  const payment = { paymentReference: reference, gatewayReference: paid.gatewayReference }
  const refund = await gateway.refund({ ...payment, ...refundRequest })
  if (refund.type !== 'accepted') throw new Error(refund.type)
  const state = async () => (await gateway.listRefunds(payment))?.[0]?.state
  await waitFor(async () => expect(await state()).toBe('needs_attention'))
  const sendAccount = (accountNumber: string, bankCode = '058') =>
    gateway.refundToAccount?.({ refundId: refund.refundId, currency: 'NGN', bankCode, accountNumber })
  return { ...provider, refundId: refund.refundId, state, sendAccount }
}

test('a refund that needs an account proceeds with a valid account and stays unchanged with any other', async () => {
  const { sendAccount, state, refundId } = await createRefundThatNeedsAccount()
  expect(await sendAccount('0123450003')).toEqual({ type: 'needs_attention', refundId })
  expect(await sendAccount('0123456789', '000')).toEqual({ type: 'needs_attention', refundId })
  expect(await sendAccount('0123456789')).toEqual({ type: 'accepted', refundId, state: 'pending' })
  expect(await sendAccount('0123456789')).toMatchObject({ type: 'unknown' })
  await waitFor(async () => expect(await state()).toBe('processed'))
})

test('after a lost response, the refund shows whether its account was accepted', async () => {
  const { sendAccount, state, fault } = await createRefundThatNeedsAccount()
  await fault('paystack', 'refund_account_500')
  expect(await sendAccount('0123456789')).toMatchObject({ type: 'unknown' })
  expect(await state()).toBe('needs_attention')
  await fault('paystack', 'retry_timeout_accepted')
  expect(await sendAccount('0123456789')).toEqual({ type: 'unknown', reason: 'timeout' })
  await waitFor(async () => expect(await state()).toBe('processed'))
})

test('an account number resolves to a name, to not_found or to unavailable', async () => {
  const { gateway } = await startPaidCheckout()
  const resolve = (accountNumber: string, bankCode = '058') =>
    gateway.banking?.resolveAccount({ bankCode, accountNumber })
  expect(await resolve('0123456789')).toMatchObject({ type: 'found' })
  expect(await resolve('0123450003')).toEqual({ type: 'not_found' })
  expect(await resolve('0123456789', '305')).toEqual({ type: 'not_found' })
  expect(await resolve('0123450004')).toEqual({ type: 'unavailable', reason: 'timeout' })
  expect(await gateway.banking?.listBanks()).toContainEqual({ name: 'OPay', code: '999992' })
})

test('a customer has one account, found again after a lost response and reported with its deposits', async () => {
  const { gateway, fault, post } = await startPaidCheckout()
  const reserve = (accountReference = 'ACC-1') =>
    gateway.banking?.reserveAccount?.({
      accountReference,
      accountName: 'Sanwo Ada',
      customerName: 'Ada Okafor',
      // A payer already exists as a Paystack customer.
      customerEmail: 'ada@example.com',
      bvn: '22222222221',
    })
  await fault('paystack', 'account_500')
  expect(await reserve()).toMatchObject({ type: 'unknown' })
  await fault('paystack', 'account_later')
  expect(await reserve()).toEqual({ type: 'pending' })
  await waitFor(async () => expect(await reserve()).toMatchObject({ type: 'reserved', isActive: true }))
  const reservation = await reserve()
  expect(await reserve()).toEqual(reservation)
  expect(await reserve('ACC-2')).toMatchObject({ type: 'rejected' })
  if (reservation?.type !== 'reserved') throw new Error(reservation?.type)
  const account_number = reservation.accounts[0]?.accountNumber
  const deposit = await post('/simulators/inflow', { account_number, amount: '1500.50' })
  const { reference } = deposit.json() as { reference: string }
  expect(await gateway.banking?.getDeposit?.(reference)).toMatchObject({
    type: 'received',
    gatewayReference: reference,
    accountReference: 'ACC-1',
    paidKobo: 150_050n,
    feeKobo: 1_501n,
  })
})
