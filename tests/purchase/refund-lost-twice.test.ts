import { expect, test } from 'vitest'
import type { Payment } from '../../server/payments/index.ts'
import { flagForReview } from '../../server/purchase/index.ts'
import { correctPin } from '../management/setup.ts'
import { collectOrderRecords } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually } from '../support/test-app.ts'
import { app, expectConsistent, musa, postDispute, startDisputesApp, waitForState } from './disputes-setup.ts'

startDisputesApp()

test('a refund that is lost again after a second lost dispute leaves nothing payable', async () => {
  await app.injectFault('paystack', 'refund_500')
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const reference = info.order_reference
  await waitForState(reference, 'refunding')
  const { order, payments } = await collectOrderRecords(app, reference)
  const payment = payments[0] as Payment

  await loseRefund(payment, { amount: 500, lostDisputes: 1 })
  await app.injectFault('paystack', 'refund_500')
  expect((await createRefundAgain(reference)).httpStatus).toBe(200)
  expect((await collectOrderRecords(app, reference)).refunds).toMatchObject([
    { amount_kobo: order.total_kobo - 50_000n },
  ])

  await loseRefund(payment, { amount: 300, lostDisputes: 2 })
  expect((await createRefundAgain(reference)).httpStatus).toBe(200)
  await waitForState(reference, 'refunded')
  const balances = await app.accountBalances()
  expect([balances.get('refund_payable'), balances.get(`receivable:${order.id}`)]).toEqual([
    undefined,
    undefined,
  ])
  await expectConsistent()
})

/** Deletes the refund of an order; then the payer's bank returns an amount, naira, by a new dispute. */
async function loseRefund(
  { id, reference, order_id: orderId }: Payment,
  { amount, lostDisputes }: { amount: number; lostDisputes: number },
): Promise<void> {
  await app.db.q.deleteFrom('refunds').where('payment_id', '=', id).execute()
  await postDispute(reference, { decides: 'payer', amount })
  await eventually(async () => {
    const lost = app.db.q
      .selectFrom('disputes')
      .select('id')
      .where('payment_id', '=', id)
      .where('state', '=', 'lost')
    return (await lost.execute()).length === lostDisputes
  })
  await app.db.inTransaction((tx) => flagForReview(tx, orderId, 'refund_missing'))
}

const createRefundAgain = (reference: string) =>
  musa.post(`/management/orders/${reference}/refund`, {
    ...{ auth_pin: correctPin, reason: 'The refund was lost' },
  })
