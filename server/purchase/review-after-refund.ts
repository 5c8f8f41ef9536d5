import { sql } from 'kysely'
import type { OrderId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import { account, accountSum, isRefundPaidManuallySql } from '../ledger/index.ts'
import { findAppliedPayment, partlyReversedReview, reversedReview } from '../payments/index.ts'
import { flagForReview } from './store.ts'

/** Review reason of an order whose refund goes to a bank account that a manager must approve. */
export const accountReview = 'refund_account_review'

/**
 * Puts an order whose review a refund has ended in review again while another of its refunds has failed or waits for a
 * bank account, or while a loss is not collected: a dispute that was lost after a manual payout has cost us money.
 */
export async function flagAfterRefund(tx: Tx, orderId: OrderId): Promise<void> {
  if (await hasFailedRefund(tx, orderId)) return flagForReview(tx, orderId, 'refund_failed')
  const waiting = await tx
    .selectFrom('refunds')
    .select('payout_account_review')
    .where('order_id', '=', orderId)
    .where('state', '=', 'needs_attention')
    .executeTakeFirst()
  if (waiting)
    return flagForReview(
      tx,
      orderId,
      waiting.payout_account_review ? accountReview : 'refund_needs_attention',
    )
  if ((await accountSum(tx, account.receivable(orderId))) <= 0n) return
  const payment = await findAppliedPayment(tx, orderId)
  await flagForReview(tx, orderId, payment ? partlyReversedReview : reversedReview)
}

/** True while a refund that failed is neither tried again nor paid by a manager: a payment has one retry in all. */
async function hasFailedRefund(tx: Tx, orderId: OrderId): Promise<boolean> {
  const { rows } = await sql`
    select from refunds where order_id = ${orderId}::uuid and state = 'failed'
      and not ${isRefundPaidManuallySql('refunds.id')}
      and not exists (select from refunds as retry where retry.retry_of_refund_id = refunds.id) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
