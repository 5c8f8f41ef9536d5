import type { ReconciliationBreak } from '../../shared/operations.ts'
import { eventually, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

/** A top-up of ₦500,000 in the wrong unit whose refund and its retry have failed, as `manager` finds it on the list. */
export async function createUnpaidTopUpRefund(app: TestApp, manager: TestUser) {
  await app.injectFault('paystack', 'refund_fails', 2)
  await app.injectFault('paystack', 'wrong_unit')
  const bola = await createUser(app)
  const { data } = await bola.topUp(5_000)
  await bola.payAtCheckout(data.checkoutUrl)
  const findPayment = () =>
    app.db.q.selectFrom('payments').selectAll().where('user_id', '=', bola.id).executeTakeFirst()
  const { id: paymentId, reference } = (await eventually(findPayment))!
  const refunds = () =>
    app.db.q
      .selectFrom('refunds')
      .select(['state', 'amount_kobo', 'manual_payout', 'retry_of_refund_id'])
      .where('payment_id', '=', paymentId)
      .execute()
  await app.runDueJobsUntil(async () => (await refunds()).some(({ state }) => state === 'failed'))
  await app.advanceClock(61 * 60)
  await app.runDueJobsUntil(async () => (await refunds()).every(({ state }) => state === 'failed'))
  const retry = async () => (await refunds()).find(({ retry_of_refund_id: id }) => id !== null)
  await app.features.operations.repairMissingDueTimes()
  const { data: breaks } = await manager.get<{ list: ReconciliationBreak[] }>(
    '/management/reconciliation/all?kind=unallocated_funds',
  )
  const item = breaks.list.find(({ subject, resolved_at }) => subject === reference && resolved_at === null)
  return { bola, reference, retry, item: item! }
}
