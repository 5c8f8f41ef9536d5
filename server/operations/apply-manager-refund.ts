import type { RefundId } from '../../shared/ids.ts'
import { assertApprovedAmount } from '../approvals/index.ts'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { accountInReview, approveAccount, assertNoOpenDispute, type Refund } from '../payments/index.ts'
import {
  cancelManually,
  endReview,
  flagForReview,
  lockOrder,
  type Order,
  writeOffManually,
} from '../purchase/index.ts'
import type { OperationsDeps } from './deps.ts'
import { findManualRefund, payManualRefund } from './manual-refund.ts'
import { auditReviewAction, type ManagerAction } from './review-actions.ts'
import { getOrderActionInput, isOrderRefundable } from './review-options.ts'
import { refundVendorReversal } from './vendor-reversal-refund.ts'

interface RefundRequest {
  readonly refundId: RefundId | null
  readonly bankReference: string | undefined
  readonly act: ManagerAction
  /** By a second manager; required to write off an order or a refund with an unknown outcome. */
  readonly isApproved: boolean
  /** Kobo that the first manager requested and the second approved; undefined without an approval. */
  readonly approvedKobo?: bigint | null
}

/**
 * Makes the refund that a manager requested, once approved where it must be.
 * @returns ids of the refunds to process after the commit
 * @throws ApiError NOT_NOW
 */
export async function applyRefund(
  deps: OperationsDeps,
  tx: Tx,
  order: Order,
  request: RefundRequest,
): Promise<readonly string[]> {
  const { refundId, act: action, isApproved } = request
  const lockedOrder = await lockOrder(tx, order.id)
  await assertNoOpenDispute(tx, order.id)
  if (refundId !== null) return payStoredRefund(deps, tx, lockedOrder, { ...request, refundId })
  const input = await getOrderActionInput(tx, order.id)
  if (!isOrderRefundable(input) || (input.is_outcome_unknown && !isApproved)) throw new ApiError('NOT_NOW')
  if (input.is_outcome_unknown && (await writeOffManually(tx, order.id))) {
    await auditReviewAction(tx, order, 'refund', action)
    return []
  }
  const refunds =
    (await refundVendorReversal(deps, tx, lockedOrder)) ?? (await cancelManually(deps, tx, lockedOrder))
  if (!refunds) throw new ApiError('NOT_NOW')
  await auditReviewAction(tx, order, 'refund', action)
  return refunds
}

/**
 * Pays one stored refund of an order.
 * @throws ApiError NOT_NOW when that refund needs no payment any more, or another amount than the approved one, which
 * may already be transferred: a dispute, for example, has returned a part since
 */
async function payStoredRefund(
  deps: OperationsDeps,
  tx: Tx,
  order: Order,
  request: RefundRequest & { readonly refundId: RefundId },
): Promise<readonly string[]> {
  const { refundId, bankReference, act: action, isApproved, approvedKobo } = request
  const accountRefund =
    bankReference === undefined ? await accountInReview(tx, order.id, refundId) : undefined
  if (accountRefund) {
    await approveRefundAccount(tx, order, accountRefund)
    await auditReviewAction(tx, order, 'refund', action, {
      refund: refundId,
      account_last4: accountRefund.payout_account_last4,
    })
    return [refundId]
  }
  const manualRefund = await findManualRefund(tx, order.id, refundId)
  if (!manualRefund || (manualRefund.status === 'unknown' && !isApproved)) throw new ApiError('NOT_NOW')
  if (approvedKobo !== undefined) assertApprovedAmount(approvedKobo, manualRefund.amount_kobo)
  const payoutMethod = await payManualRefund(deps, tx, order, manualRefund, {
    bankReference,
    reason: action.reason,
  })
  await auditReviewAction(tx, order, 'refund', action, {
    refund: refundId,
    paid_from: payoutMethod,
    bank_reference: bankReference ?? null,
  })
  return []
}

/** Approves the pending bank account of a refund. */
async function approveRefundAccount(tx: Tx, order: Order, refund: Refund): Promise<void> {
  await approveAccount(tx, refund)
  await endReview(tx, order.id)
  await flagForReview(tx, order.id, 'refund_needs_attention')
}
