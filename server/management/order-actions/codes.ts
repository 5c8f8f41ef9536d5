import type { DataOf } from '../../../shared/contract.ts'
import { type ManagementEndpoint, mayUseEndpoint } from '../../../shared/management/endpoint-scopes.ts'
import type { deliveredActions, showOrderCodes } from '../../../shared/management/order-actions.ts'
import type { getManagedOrder } from '../../../shared/management/orders.ts'
import type { OrderReference } from '../../../shared/references.ts'
import { assertPin } from '../../accounts/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { Database } from '../../database/index.ts'
import { type Actor, ApiError } from '../../http/index.ts'
import { deliveredTokensOf } from '../../power/index.ts'
import {
  type DeliveryRow,
  deliveryOf,
  type Order,
  orderByReference,
  pinCodesOf,
} from '../../purchase/index.ts'
import type { ManagementDeps } from '../deps.ts'
import { orderActionTexts } from './texts.ts'

/** A manager's request about one order. */
export interface OrderActionCaller {
  readonly actor: Actor
  readonly requestId: string
}

/**
 * Authorises a manager to read or send what was delivered: the one place for every endpoint that does. It requires the
 * PIN in the request.
 * @throws ApiError PIN_WRONG and the other PIN errors
 */
export const authoriseDeliveryAccess = (deps: ManagementDeps, actor: Actor, pin: string): Promise<void> =>
  assertPin(deps, actor, pin)

/** @throws ApiError NOT_FOUND; NOT_NOW for an order that was not delivered */
export async function findDeliveredOrder(
  { db }: ManagementDeps,
  reference: OrderReference,
): Promise<{ order: Order; delivery: DeliveryRow }> {
  const order = await orderByReference(db.q, reference)
  if (!order) throw new ApiError('NOT_FOUND')
  const delivery = order.state === 'delivered' ? await deliveryOf(db.q, order.id) : undefined
  if (!delivery) throw new ApiError('NOT_NOW', { message: orderActionTexts.notDelivered() })
  return { order, delivery }
}

/** The vendor's reference and the units of a delivered order; null before the delivery. */
export async function deliveryResultOf(
  db: Database,
  order: Order,
): Promise<DataOf<typeof getManagedOrder>['delivery']> {
  if (order.state !== 'delivered') return null
  const row = await db.q
    .selectFrom('orders')
    .leftJoin('deliveries', 'deliveries.order_id', 'orders.id')
    .leftJoin('attempts', (join) =>
      join.onRef('attempts.order_id', '=', 'orders.id').on('attempts.state', '=', 'delivered'),
    )
    .select(['attempts.vendor_reference', 'deliveries.units'])
    .where('orders.id', '=', order.id)
    .executeTakeFirst()
  return row ?? null
}

/** The delivery message of an order, as it was sent to the customer. @throws ApiError NOT_NOW without one */
export async function deliveryMessage(deps: ManagementDeps, order: Order, delivery: DeliveryRow) {
  const message = await deps.orderHandlers[order.service].buildMessage(order, {
    type: 'delivered',
    delivery,
  })
  if (!message) throw new ApiError('NOT_NOW')
  return message
}

const codesOf = (delivery: DeliveryRow): { label: string; code: string }[] => [
  ...deliveredTokensOf(delivery).map(({ label, digits }) => ({ label, code: digits })),
  ...pinCodesOf(delivery),
]

const deliveredActionEndpoints = {
  show_codes: 'showOrderCodes',
  resend: 'resendDelivery',
} as const satisfies Record<(typeof deliveredActions)[number], ManagementEndpoint>

/** The actions that the delivery of an order allows and the manager's scopes cover. */
export async function deliveredActionsOf(
  { db }: ManagementDeps,
  order: Order,
  { scopes = [] }: Pick<Actor, 'scopes'>,
): Promise<(typeof deliveredActions)[number][]> {
  const delivery = order.state === 'delivered' ? await deliveryOf(db.q, order.id) : undefined
  if (!delivery) return []
  const hasCodes = codesOf(delivery).length > 0
  return (hasCodes ? (['show_codes', 'resend'] as const) : (['resend'] as const)).filter((action) =>
    mayUseEndpoint(scopes, deliveredActionEndpoints[action]),
  )
}

/**
 * The token or the PINs of one order. The audit event is stored before they are returned and does not contain them.
 * @throws ApiError NOT_FOUND, NOT_NOW
 */
export async function showCodes(
  deps: ManagementDeps,
  reference: OrderReference,
  { actor, requestId }: OrderActionCaller,
): Promise<DataOf<typeof showOrderCodes>> {
  const { order, delivery } = await findDeliveredOrder(deps, reference)
  const codes = codesOf(delivery)
  if (codes.length === 0) throw new ApiError('NOT_NOW', { message: orderActionTexts.noCodes() })
  const { sms } = await deliveryMessage(deps, order, delivery)
  await recordAuditEvent(deps.db.q, {
    actor,
    requestId,
    action: 'order.show_codes',
    subject: order.reference,
    dataSubject: order.user_id,
    detail: { count: codes.length },
  })
  const phone = order.phone.replace(/\D/g, '')
  return {
    codes,
    units: delivery.units,
    whatsapp_url: `https://wa.me/${phone}?text=${encodeURIComponent(sms)}`,
  }
}
