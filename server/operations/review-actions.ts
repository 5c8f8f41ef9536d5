import type { z } from 'zod/mini'
import type { Evidence } from '../../shared/operations.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import {
  type ApprovalCaller,
  type ApprovalHandler,
  type ApprovalRow,
  approvalThreshold,
  assertApprovedAmount,
  createMoneyApproval,
} from '../approvals/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { AuditDetail, Tx } from '../database/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import { chargedBackOrderClosed, post } from '../ledger/index.ts'
import {
  accountInReview,
  approveAccount,
  assertNoOpenDispute,
  processRefund,
  type Refund,
} from '../payments/index.ts'
import {
  cancelManually,
  closeChargedBack,
  currentStatus,
  deliverManually,
  endReview,
  flagForReview,
  hasUnknownAttempt,
  lockOrder,
  type Order,
  orderById,
  orderByReference,
  refreshOrder,
  requeryIfRestored,
  requeryNow,
  writeOffManually,
} from '../purchase/index.ts'
import type { OperationsDeps } from './deps.ts'
import { assertManualRefundPayable, findManualRefund, payManualRefund } from './manual-refund.ts'
import { allowedActions, getOrderActionInput, isOrderRefundable } from './review-options.ts'
import { reviewServerTexts } from './review-texts.ts'
import { refundBreakdownOf, refundVendorReversal } from './vendor-reversal-refund.ts'

/** A manager's action on one order: actor, request id and reason. The PIN was checked with this request. */
export interface ManagerAction {
  readonly actor: Actor
  readonly requestId: string
  readonly reason: string
}

/** @throws ApiError NOT_FOUND */
export async function orderForReview(deps: OperationsDeps, reference: string): Promise<Order> {
  const order = await orderByReference(deps.db.q, reference)
  if (!order) throw new ApiError('NOT_FOUND')
  return order
}

export const auditReviewAction = (
  db: OperationsDeps['db']['q'] | Tx,
  order: Order,
  actionName: string,
  { actor, requestId, reason }: ManagerAction,
  detail: AuditDetail = {},
): Promise<void> =>
  recordAuditEvent(db, {
    actor,
    requestId,
    action: `order.${actionName}`,
    subject: order.reference,
    dataSubject: order.user_id,
    detail: { reason, ...detail },
  })

const statusOf = async (deps: OperationsDeps, reference: string): Promise<OrderStatus> =>
  currentStatus(deps.db, await orderForReview(deps, reference))

/** Checks the order's status at the gateway and the vendor now. */
export async function requery(
  deps: OperationsDeps,
  reference: string,
  action: ManagerAction,
): Promise<OrderStatus> {
  const order = await orderForReview(deps, reference)
  await auditReviewAction(deps.db.q, order, 'requery', action)
  await refreshOrder(deps.orderProcessor, order)
  return statusOf(deps, reference)
}

/**
 * Marks an order with an unknown outcome as delivered.
 * @throws ApiError NOT_NOW, INVALID for evidence that does not match
 */
export async function deliver(
  deps: OperationsDeps,
  reference: string,
  evidence: z.infer<typeof Evidence>,
  action: ManagerAction,
): Promise<OrderStatus> {
  const order = await orderForReview(deps, reference)
  const tokens = tokensOf(evidence)
  const isDelivered = await deliverManually(
    deps,
    order,
    {
      vendorReference: evidence.vendor_reference,
      costKobo: evidence.cost ?? null,
      delivery: {
        tokens,
        units: evidence.units ?? null,
        tariff: null,
        tariffClass: null,
        vatKobo: null,
        arrearsKobo: null,
        customerName: null,
        customerAddress: null,
        receiptNumber: null,
        pins: (evidence.pins ?? []).map(({ serial = null, pin }) => ({ serial, pin })),
      },
    },
    () =>
      auditReviewAction(deps.db.q, order, 'deliver', action, { vendor_reference: evidence.vendor_reference }),
  )
  if (!isDelivered) throw new ApiError('NOT_NOW')
  return statusOf(deps, reference)
}

function tokensOf({ tokens = [], units }: z.infer<typeof Evidence>) {
  return tokens.map(({ kind, digits }) => {
    const plain = digits.replace(/[\s-]/g, '')
    if (!/^\d{20}$/.test(plain))
      throw new ApiError('INVALID', { field: 'evidence.tokens', message: reviewServerTexts.tokenInvalid() })
    return { kind, digits: plain, units: kind === 'main' ? (units ?? null) : null }
  })
}

/**
 * Refunds an order: one with an unknown outcome, after a requery; one that was never sent, or whose every attempt
 * failed; one whose delivery the vendor reversed; and a refund that its gateway does not complete, which is paid into
 * the bank account that is pending approval unless a bank transfer is given. Above the configured limit, and
 * always while the outcome is unknown, a second manager must approve.
 * @throws ApiError NOT_NOW, NOT_ALLOWED for the manager's own order
 */
export async function refundReviewedOrder(
  deps: OperationsDeps,
  reference: string,
  bankReference: string | undefined,
  action: ManagerAction,
): Promise<{ isPending: boolean; status: OrderStatus }> {
  const order = await orderForReview(deps, reference)
  if ((await requeryFirst(deps, order)) === 'refund_started')
    return { isPending: false, status: await statusOf(deps, reference) }
  const { refundId, amountKobo, userId, isOutcomeUnknown } = await refundTarget(deps, order, bankReference)
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
  return { isPending: refundIds === undefined, status: await statusOf(deps, reference) }
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
  { refundId, requestedAt }: { refundId: string | null; requestedAt: Date },
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
  const recovered = isUnsent ? await requeryIfRestored(deps, order) : undefined
  if (!recovered && !(await hasUnknownAttempt(deps.db.q, order))) return 'unchanged'
  const { state } = recovered?.order ?? (await requeryNow(deps.orderProcessor, order))
  if (state === 'delivered')
    throw new ApiError('NOT_NOW', { message: reviewServerTexts.deliveredOnRequery() })
  return state === 'refunding' || state === 'refunded' ? 'refund_started' : 'unchanged'
}

/** The refund that a manager makes. */
interface RefundTarget {
  /** The stored refund; null when the order itself is refunded. */
  readonly refundId: string | null
  /** Kobo; 0 when the payer has already received the total of the order. */
  readonly amountKobo: bigint
  /** The user who gets it; null for a guest. */
  readonly userId: string | null
  readonly isOutcomeUnknown: boolean
}

/**
 * The refund that a manager makes now. An order with an unknown outcome is written off before any of its stored
 * refunds is paid.
 * @throws ApiError NOT_NOW; INVALID when a guest's refund has no bank reference
 */
async function refundTarget(
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

interface RefundRequest {
  readonly refundId: string | null
  readonly bankReference: string | undefined
  readonly act: ManagerAction
  /** By a second manager; required to write off an order or a refund with an unknown outcome. */
  readonly isApproved: boolean
  /** Kobo that the first manager asked for and the second approved; undefined without an approval. */
  readonly approvedKobo?: bigint | null
}

/** @returns ids of the refunds to process after the commit */
async function applyRefund(
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
  request: RefundRequest & { readonly refundId: string },
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

async function startRefunds(deps: OperationsDeps, order: Order, refundIds: readonly string[]): Promise<void> {
  for (const refundId of refundIds)
    deps.runInBackground('refund', () => processRefund(deps.payments, refundId))
  await deps.orderProcessor.advance(order.id)
  deps.triggerOutbox()
}

/**
 * Closes the review of an order that has ended, or whose refund the gateway has accepted. An undelivered
 * order whose payment was charged back ends as refunded.
 * @throws ApiError NOT_NOW
 */
export async function close(
  deps: OperationsDeps,
  reference: string,
  action: ManagerAction,
): Promise<OrderStatus> {
  const order = await orderForReview(deps, reference)
  await deps.db.inTransaction(async (tx) => {
    const lockedOrder = await lockOrder(tx, order.id)
    const input = await getOrderActionInput(tx, order.id)
    if (!lockedOrder.review_reason || !allowedActions(input).includes('close')) throw new ApiError('NOT_NOW')
    if (input.has_suspense_balance)
      await post(tx, chargedBackOrderClosed({ orderId: order.id, totalKobo: order.total_kobo }))
    await endReview(tx, order.id)
    if (lockedOrder.state === 'vend_failed') await closeChargedBack(tx, lockedOrder)
    await auditReviewAction(tx, order, 'close_review', action, { reason: lockedOrder.review_reason })
  })
  return statusOf(deps, reference)
}
