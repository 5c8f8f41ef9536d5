import type { RefundId } from '../../shared/ids.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import type { OrderReference } from '../../shared/references.ts'
import {
  type ApprovalCaller,
  type ApprovalHandler,
  type ApprovalRow,
  approvalThreshold,
  createMoneyApproval,
} from '../approvals/index.ts'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { accountInReview, processRefund } from '../payments/index.ts'
import { hasUnknownAttempt, type Order, orderById, requeryIfRestored, requeryNow } from '../purchase/index.ts'
import { applyRefund } from './apply-manager-refund.ts'
import type { OperationsDeps } from './deps.ts'
import { findRefundTarget } from './refund-target.ts'
import { type ManagerAction, orderForReview, orderStatusNow } from './review-actions.ts'
import { getOrderActionInput, isOrderRefundable } from './review-options.ts'
import { reviewServerTexts } from './review-texts.ts'

/**
 * Refunds an order: one with an unknown outcome, after a requery; one that was never sent, or whose every attempt
 * failed; one whose delivery the vendor reversed; and a refund that its gateway does not complete, which is paid into
 * the bank account that is pending approval unless a bank transfer is given. Above the configured limit, and
 * always while the outcome is unknown, a second manager must approve.
 * @throws ApiError NOT_NOW, NOT_ALLOWED for the manager's own order
 */
export async function refundReviewedOrder(
  deps: OperationsDeps,
  reference: OrderReference,
  bankReference: string | undefined,
  action: ManagerAction,
): Promise<{ isPending: boolean; status: OrderStatus }> {
  const order = await orderForReview(deps, reference)
  if ((await requeryFirst(deps, order)) === 'refund_started')
    return { isPending: false, status: await orderStatusNow(deps, reference) }
  const { refundId, amountKobo, userId, isOutcomeUnknown } = await findRefundTarget(
    deps,
    order,
    bankReference,
  )
  const apply = (tx: Tx) =>
    applyRefund(deps, tx, order, { refundId, bankReference, act: action, isApproved: false })
  const limitKobo = isOutcomeUnknown ? 0n : await approvalThreshold(deps.settings, 'refund')
  const money = {
    kind: 'refund',
    amountKobo,
    subject: action.reason,
    userId: order.user_id,
    beneficiary: userId ?? order.phone,
    orderId: order.id,
    refundId,
    bankReference: bankReference ?? null,
  } as const
  const refundIds = await deps.db.inTransaction(async (tx) => {
    // The payer has the whole total already: nothing is paid.
    if (amountKobo === 0n) return apply(tx)
    const approval = await createMoneyApproval(
      tx,
      money,
      { actor: action.actor, requestId: action.requestId },
      { limitKobo },
    )
    return approval?.state === 'approved' ? apply(tx) : undefined
  })
  if (refundIds) await startRefunds(deps, order, refundIds)
  return { isPending: refundIds === undefined, status: await orderStatusNow(deps, reference) }
}

/** Makes an approved refund: requeries the vendor again, then applies the checks of a new request. */
export const onRefundApproved = (deps: OperationsDeps): ApprovalHandler =>
  Object.assign(
    async (tx: Tx, approval: ApprovalRow, { actor, requestId }: ApprovalCaller) => {
      const { order_id, refund_id: refundId, bank_reference, subject, requested_at: requestedAt } = approval
      if (!order_id) throw new Error('A refund approval requires an order')
      const order = await orderById(tx, order_id)
      if (await isRefundStarted(tx, order, { refundId, requestedAt })) return async () => {}
      const action = { actor, requestId, reason: subject ?? '' }
      const refundIds = await applyRefund(deps, tx, order, {
        refundId,
        bankReference: bank_reference ?? undefined,
        act: action,
        isApproved: true,
        approvedKobo: approval.amount_kobo,
      })
      return () => startRefunds(deps, order, refundIds)
    },
    {
      async prepare({ order_id }: ApprovalRow) {
        if (order_id) await requeryFirst(deps, await orderById(deps.db.q, order_id))
      },
    },
  )

/**
 * True when the refund of an order started automatically after the request, because the vendor reported a failure.
 * @throws ApiError NOT_NOW when a manager must pay a refund that the request does not name, or the customer has given
 * another account since
 */
async function isRefundStarted(
  tx: Tx,
  { id, state }: Order,
  { refundId, requestedAt }: { refundId: RefundId | null; requestedAt: Date },
): Promise<boolean> {
  if (refundId !== null) {
    const account = await accountInReview(tx, id, refundId)
    if (account?.payout_account_set_at && account.payout_account_set_at > requestedAt)
      throw new ApiError('NOT_NOW', { message: reviewServerTexts.accountReplaced() })
    return false
  }
  const input = await getOrderActionInput(tx, id)
  if (isOrderRefundable(input)) return false
  if (input.manual_refund_status !== null || input.account_review_pending)
    throw new ApiError('NOT_NOW', { message: reviewServerTexts.refundNotNamed() })
  return state === 'refunding' || state === 'refunded'
}

/**
 * Requeries an order with an unknown outcome before any money is refunded, and an order that may have been sent before
 * the database was restored.
 * @returns `refund_started` when the response started a refund automatically; otherwise the order is as it was before
 * @throws ApiError NOT_NOW when the vendor has delivered it
 */
async function requeryFirst(deps: OperationsDeps, order: Order): Promise<'refund_started' | 'unchanged'> {
  const isUnsent = order.state === 'paid' || order.state === 'vend_failed'
  const requeried = isUnsent ? await requeryIfRestored(deps, order) : undefined
  if (!requeried && !(await hasUnknownAttempt(deps.db.q, order))) return 'unchanged'
  const { state } = requeried?.order ?? (await requeryNow(deps.orderProcessor, order))
  if (state === 'delivered')
    throw new ApiError('NOT_NOW', { message: reviewServerTexts.deliveredOnRequery() })
  return state === 'refunding' || state === 'refunded' ? 'refund_started' : 'unchanged'
}

async function startRefunds(
  deps: OperationsDeps,
  order: Order,
  refundIds: readonly RefundId[],
): Promise<void> {
  for (const refundId of refundIds)
    deps.runInBackground('refund', () => processRefund(deps.payments, refundId))
  await deps.orderProcessor.advance(order.id)
  deps.triggerOutbox()
}
