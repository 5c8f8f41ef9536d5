import { expect, test } from 'vitest'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { simulators } from '../simulators/house.ts'

/** A Paystack where one card payment of ₦5,100 was made, and the adapter that asks about it. */
async function startPaid(behaviour?: string) {
  const house = await simulators()
  if (behaviour) expect((await house.fault('paystack', behaviour)).status).toBe(200)
  const gateway = paystack({ url: `${house.url}/paystack`, secretKey: 'sk_test_simulated' })
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
  const form = new URLSearchParams({ card_number: '4084084084084081', do: 'pay' })
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
  const refund = await gateway.refund({ ...of, amountKobo: 510_000n, reason: 'Not delivered' })
  if (refund.is !== 'accepted') throw new Error(refund.is)
  expect(await gateway.findRefunds(of)).toMatchObject([{ refundId: refund.refundId, amountKobo: 510_000n }])
  const again = await gateway.refund({ ...of, amountKobo: 510_000n, reason: 'Not delivered' })
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
  expect(await gateway.refund({ ...of, amountKobo: 510_000n, reason: 'Not delivered' })).toMatchObject({
    is: 'unknown',
  })
  expect(await gateway.findRefunds(of)).toEqual(expect.any(Array))
})
