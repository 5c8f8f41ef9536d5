import type { OrderStatus } from '../../shared/orders.ts'
import type { OrderReference } from '../../shared/references.ts'
import { ApiError } from '../http/index.ts'
import { accountInReview, rejectAccount } from '../payments/index.ts'
import { currentStatus, lockOrder } from '../purchase/index.ts'
import type { OperationsDeps } from './deps.ts'
import { auditReviewAction, type ManagerAction, orderForReview } from './review-actions.ts'

/**
 * Rejects the bank account that a customer entered for a refund; the customer is asked to add another one.
 * @throws ApiError NOT_NOW
 */
export async function rejectRefundAccount(
  deps: OperationsDeps,
  reference: OrderReference,
  action: ManagerAction,
): Promise<OrderStatus> {
  const order = await orderForReview(deps, reference)
  await deps.db.inTransaction(async (tx) => {
    await lockOrder(tx, order.id)
    const refund = await accountInReview(tx, order.id)
    if (!refund) throw new ApiError('NOT_NOW')
    await rejectAccount(deps.payments, tx, refund)
    await auditReviewAction(tx, order, 'reject_refund_account', action, {
      refund: refund.id,
      account_last4: refund.payout_account_last4,
      reason: refund.payout_account_review,
    })
  })
  deps.triggerOutbox()
  return currentStatus(deps.db, await orderForReview(deps, reference))
}
