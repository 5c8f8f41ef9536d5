import type { z } from 'zod/mini'
import type { CabletvOrder } from '../../shared/cabletv.ts'
import type { subscribeCabletv, subscribePower } from '../../shared/management/purchases.ts'
import { normalisePhone } from '../../shared/phone.ts'
import type { PowerOrder } from '../../shared/power.ts'
import { audit } from '../audit/index.ts'
import { cabletvOrderOf } from '../cabletv/index.ts'
import { discoOf, networkNamed, networkOf } from '../catalogue/index.ts'
import { type Actor, Refused, type Told } from '../http/index.ts'
import { powerOrderOf } from '../power/index.ts'
import {
  buyForUser,
  type DeliveryRow,
  deliveryOf,
  type Order,
  orderByReference,
  processOrder,
} from '../purchase/index.ts'
import type { ManagementParts } from './parts.ts'
import { userNamed } from './users.ts'

interface By {
  readonly actor: Actor
  readonly request: string
}
type PowerWish = z.infer<typeof subscribePower.body>
type CabletvWish = z.infer<typeof subscribeCabletv.body>

/**
 * Buys verified electricity for a user. The PIN was asked for on this call.
 * @throws Refused NOT_FOUND, ORDER_CHANGED, ORDER_EXPIRED, SERVICE_OFF, REFUNDED
 */
export async function buyPower(
  parts: ManagementParts,
  wish: PowerWish,
  by: By,
): Promise<Told<PowerOrder | null>> {
  const order = await verifiedOrder(parts, wish)
  refuseUnless(
    order.service === 'power' &&
      order.beneficiary === wish.meter_number &&
      order.variation === wish.meter_type &&
      order.code === wish.meter_disco &&
      order.amount_kobo === wish.amount,
    order,
    wish,
  )
  return buy(parts, order, wish.user_id, by, async (ended, delivery) => {
    const disco = await discoOf(parts.db, ended.code)
    if (!disco) throw new Error(`No electricity company ${ended.code}`)
    return powerOrderOf(ended, delivery, disco, true)
  })
}

/** Renews a verified TV subscription for a user. @throws Refused as `buyPower` */
export async function buyCabletv(
  parts: ManagementParts,
  wish: CabletvWish,
  by: By,
): Promise<Told<CabletvOrder | null>> {
  const order = await verifiedOrder(parts, wish)
  refuseUnless(
    order.service === 'cabletv' &&
      order.beneficiary === wish.smartcard_number &&
      order.variation === wish.cabletv_bundle_code &&
      networkNamed([networkOf('cabletv', order.code)], wish.cabletv_network) !== undefined,
    order,
    wish,
  )
  return buy(parts, order, wish.user_id, by, async (ended, delivery) => cabletvOrderOf(ended, delivery, true))
}

/** @throws Refused NOT_FOUND unless reference and token are of one order */
async function verifiedOrder(
  parts: ManagementParts,
  wish: { order_reference: string; access_token: string },
): Promise<Order> {
  const order = await orderByReference(parts.db.q, wish.order_reference)
  if (order?.access_token !== wish.access_token) throw new Refused('NOT_FOUND', { field: 'order_reference' })
  return order
}

/** The stored order is the truth. @throws Refused ORDER_CHANGED when what was sent again differs. Source: E-006 */
function refuseUnless(same: boolean, order: Order, wish: { phone_number: string }): void {
  if (!same || order.phone !== normalisePhone(wish.phone_number))
    throw new Refused('ORDER_CHANGED', { field: 'order_reference' })
}

async function buy<T>(
  parts: ManagementParts,
  order: Order,
  userUniqueid: string,
  { actor, request }: By,
  show: (ended: Order, delivery: DeliveryRow) => Promise<T>,
): Promise<Told<T | null>> {
  const user = await userNamed(parts.db, userUniqueid, 'user_id')
  await buyForUser(parts, order.id, {
    managerId: actor.userId,
    userId: user.id,
    email: user.email,
    writeDown: (tx) =>
      audit(tx, { by: actor, action: 'order.buy', subject: order.reference, owner: user.id, request }),
  })
  const fresh = await orderByReference(parts.db.q, order.reference)
  const { order: ended, pending } = await processOrder(parts.engine, fresh ?? order)
  if (pending)
    return { http: 202, status: 'pending', message: 'Paid. Delivery is not confirmed yet.', data: null }
  const delivery = await deliveryOf(parts.db.q, ended.id)
  if (!delivery) throw new Error(`Order ${ended.id} is delivered without a delivery`)
  return { message: 'Your subscription was successful.', data: await show(ended, delivery) }
}
