import type { z } from 'zod/mini'
import type { Evidence } from '../../shared/operations.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import type { OrderReference } from '../../shared/references.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { AuditDetail, Tx } from '../database/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import { chargedBackOrderClosed, post } from '../ledger/index.ts'
import {
  closeChargedBack,
  currentStatus,
  deliverManually,
  endReview,
  lockOrder,
  type Order,
  orderByReference,
  refreshOrder,
} from '../purchase/index.ts'
import type { OperationsDeps } from './deps.ts'
import { allowedActions, getOrderActionInput } from './review-options.ts'
import { reviewServerTexts } from './review-texts.ts'

/** A manager's action on one order: actor, request id and reason. The PIN was checked with this request. */
export interface ManagerAction {
  readonly actor: Actor
  readonly requestId: string
  readonly reason: string
}

/** @throws ApiError NOT_FOUND */
export async function orderForReview(deps: OperationsDeps, reference: OrderReference): Promise<Order> {
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

/** The status of an order after an action. */
export const orderStatusNow = async (deps: OperationsDeps, reference: OrderReference): Promise<OrderStatus> =>
  currentStatus(deps.db, await orderForReview(deps, reference))

/** Checks the order's status at the gateway and the vendor now. */
export async function requery(
  deps: OperationsDeps,
  reference: OrderReference,
  action: ManagerAction,
): Promise<OrderStatus> {
  const order = await orderForReview(deps, reference)
  await auditReviewAction(deps.db.q, order, 'requery', action)
  await refreshOrder(deps.orderProcessor, order)
  return orderStatusNow(deps, reference)
}

/**
 * Marks an order with an unknown outcome as delivered.
 * @throws ApiError NOT_NOW, INVALID for evidence that does not match
 */
export async function deliver(
  deps: OperationsDeps,
  reference: OrderReference,
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
  return orderStatusNow(deps, reference)
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
 * Closes the review of an order that has ended, or whose refund the gateway has accepted. An undelivered
 * order whose payment was charged back ends as refunded.
 * @throws ApiError NOT_NOW
 */
export async function close(
  deps: OperationsDeps,
  reference: OrderReference,
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
  return orderStatusNow(deps, reference)
}
