import type { RefundId, UserId } from '../../shared/ids.ts'
import { ApiError } from '../http/index.ts'
import { accountInReview, assertNoOpenDispute } from '../payments/index.ts'
import type { Order } from '../purchase/index.ts'
import type { OperationsDeps } from './deps.ts'
import { assertManualRefundPayable, findManualRefund } from './manual-refund.ts'
import { allowedActions, getOrderActionInput } from './review-options.ts'
import { refundBreakdownOf } from './vendor-reversal-refund.ts'

/** The refund that a manager makes. */
interface RefundTarget {
  /** The stored refund; null when the order itself is refunded. */
  readonly refundId: RefundId | null
  /** Kobo; 0 when the payer has already received the total of the order. */
  readonly amountKobo: bigint
  /** The user who gets it; null for a guest. */
  readonly userId: UserId | null
  readonly isOutcomeUnknown: boolean
}

/**
 * The refund that a manager makes now. An order with an unknown outcome is written off before any of its stored
 * refunds is paid.
 * @throws ApiError NOT_NOW; INVALID when a guest's refund has no bank reference
 */
export async function findRefundTarget(
  deps: OperationsDeps,
  order: Order,
  bankReference: string | undefined,
): Promise<RefundTarget> {
  const { q } = deps.db
  await assertNoOpenDispute(q, order.id)
  const input = await getOrderActionInput(q, order.id)
  if (!allowedActions(input).includes('refund')) throw new ApiError('NOT_NOW')
  const { is_outcome_unknown: isOutcomeUnknown } = input
  const stored = isOutcomeUnknown ? undefined : await storedRefundTarget(q, order, bankReference)
  return (
    stored ?? {
      refundId: null,
      amountKobo: refundBreakdownOf({ ...input, total_kobo: order.total_kobo }).refundKobo,
      userId: order.user_id,
      isOutcomeUnknown,
    }
  )
}

/** The stored refund of an order that a manager pays: into the account that awaits approval, or manually. */
async function storedRefundTarget(
  q: OperationsDeps['db']['q'],
  order: Order,
  bankReference: string | undefined,
): Promise<RefundTarget | undefined> {
  const accountRefund = bankReference === undefined ? await accountInReview(q, order.id) : undefined
  const manualRefund = await findManualRefund(q, order.id, accountRefund?.id)
  if (accountRefund)
    return {
      refundId: accountRefund.id,
      amountKobo: accountRefund.amount_kobo,
      userId: manualRefund ? manualRefund.user_id : order.user_id,
      isOutcomeUnknown: false,
    }
  if (!manualRefund) return undefined
  assertManualRefundPayable(manualRefund, bankReference)
  return {
    refundId: manualRefund.id,
    amountKobo: manualRefund.amount_kobo,
    userId: manualRefund.user_id,
    isOutcomeUnknown: manualRefund.status === 'unknown',
  }
}
