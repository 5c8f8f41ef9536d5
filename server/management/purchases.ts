import type { z } from 'zod/mini'
import type { CabletvOrder } from '../../shared/cabletv.ts'
import type { purchaseCabletvForUser, purchasePowerForUser } from '../../shared/management/purchases.ts'
import { normalisePhone } from '../../shared/phone.ts'
import type { PowerOrder } from '../../shared/power.ts'
import {
  type ApprovalCaller,
  type ApprovalHandler,
  type ApprovalRow,
  approvalThreshold,
  createMoneyApproval,
  pendingResult,
} from '../approvals/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import { cabletvOrderOf } from '../cabletv/index.ts'
import { discoOf, findNetwork, networkOf } from '../catalogue/index.ts'
import type { Tx } from '../database/index.ts'
import { ApiError, type HandlerResult } from '../http/index.ts'
import { powerOrderOf } from '../power/index.ts'
import {
  assertServiceEnabled,
  buyForUser,
  type DeliveryRow,
  deliveryOf,
  type Order,
  orderById,
  orderByReference,
  payApprovedPurchase,
  processOrder,
} from '../purchase/index.ts'
import type { ManagementDeps } from './deps.ts'
import { managementServerTexts } from './texts.ts'
import { userByUniqueid } from './users.ts'

type PowerRequest = z.infer<typeof purchasePowerForUser.body>
type CabletvRequest = z.infer<typeof purchaseCabletvForUser.body>

/**
 * Buys verified electricity for a user. The PIN was checked with this request. Above the configured limit a second
 * manager must approve.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED for the manager's own account, ORDER_CHANGED, ORDER_EXPIRED,
 * SERVICE_OFF, REFUNDED
 */
export async function buyPower(
  deps: ManagementDeps,
  input: PowerRequest,
  caller: ApprovalCaller,
): Promise<HandlerResult<PowerOrder | null>> {
  const order = await verifiedOrder(deps, input)
  assertUnchanged(
    order.service === 'power' &&
      order.beneficiary === input.meter_number &&
      order.variation === input.meter_type &&
      order.code === input.meter_disco &&
      order.amount_kobo === input.amount,
    order,
    input,
  )
  return buy(deps, order, input.user_id, caller, async (completed, delivery) => {
    const disco = await discoOf(deps.db, completed.code)
    if (!disco) throw new Error(`No electricity company ${completed.code}`)
    return powerOrderOf(completed, delivery, disco, true, null)
  })
}

/** Renews a verified TV subscription for a user. @throws ApiError as `buyPower` */
export async function buyCabletv(
  deps: ManagementDeps,
  input: CabletvRequest,
  caller: ApprovalCaller,
): Promise<HandlerResult<CabletvOrder | null>> {
  const order = await verifiedOrder(deps, input)
  assertUnchanged(
    order.service === 'cabletv' &&
      order.beneficiary === input.smartcard_number &&
      order.variation === input.cabletv_bundle_code &&
      findNetwork([networkOf('cabletv', order.code)], input.cabletv_network) !== undefined,
    order,
    input,
  )
  return buy(deps, order, input.user_id, caller, async (completed, delivery) =>
    cabletvOrderOf(completed, delivery, true, null),
  )
}

/** @throws ApiError NOT_FOUND unless reference and access token belong to the same order */
async function verifiedOrder(
  deps: ManagementDeps,
  input: { order_reference: string; access_token: string },
): Promise<Order> {
  const order = await orderByReference(deps.db.q, input.order_reference)
  if (order?.access_token !== input.access_token)
    throw new ApiError('NOT_FOUND', { field: 'order_reference' })
  return order
}

/**
 * The stored order decides.
 * @throws ApiError ORDER_CHANGED when the request differs from it. Source: E-006
 */
function assertUnchanged(isUnchanged: boolean, order: Order, input: { phone_number: string }): void {
  if (!isUnchanged || order.phone !== normalisePhone(input.phone_number))
    throw new ApiError('ORDER_CHANGED', { field: 'order_reference' })
}

async function buy<T>(
  deps: ManagementDeps,
  order: Order,
  userUniqueid: string,
  caller: ApprovalCaller,
  render: (completed: Order, delivery: DeliveryRow) => Promise<T>,
): Promise<HandlerResult<T | null>> {
  const user = await userByUniqueid(deps.db, userUniqueid, 'user_id')
  const limitKobo = await approvalThreshold(deps.settings, 'purchase')
  const isBought = await buyForUser(deps, order.id, {
    managerId: caller.actor.userId,
    userId: user.id,
    email: user.email,
    permit: async (tx, { id, total_kobo }) => {
      const money = {
        kind: 'purchase',
        amountKobo: total_kobo,
        subject: null,
        userId: user.id,
        beneficiary: user.id,
        orderId: id,
        bankReference: null,
      } as const
      const approval = await createMoneyApproval(tx, money, caller, { limitKobo })
      if (approval?.state !== 'approved') return false
      await recordAuditEvent(tx, {
        actor: caller.actor,
        action: 'order.buy',
        subject: order.reference,
        dataSubject: user.id,
        requestId: caller.requestId,
      })
      return true
    },
  })
  if (!isBought) return pendingResult(null)
  const current = await orderByReference(deps.db.q, order.reference)
  const { order: completed, isPending } = await processOrder(deps.orderProcessor, current ?? order)
  if (isPending)
    return {
      httpStatus: 202,
      status: 'pending',
      message: managementServerTexts.purchasePending(),
      data: null,
    }
  const delivery = await deliveryOf(deps.db.q, completed.id)
  if (!delivery) throw new Error(`Order ${completed.id} is delivered without a delivery`)
  return { message: managementServerTexts.purchased(), data: await render(completed, delivery) }
}

/**
 * Makes an approved purchase under the checks of a new request, on behalf of the manager who requested it.
 */
export const onPurchaseApproved = (deps: ManagementDeps): ApprovalHandler =>
  Object.assign(
    async (tx: Tx, { order_id, user_id, requested_by }: ApprovalRow) => {
      // An unpaid quote is deleted after two days.
      if (!order_id) throw new ApiError('ORDER_EXPIRED')
      const user = await tx
        .selectFrom('users')
        .selectAll()
        .where('id', '=', user_id)
        .executeTakeFirstOrThrow()
      await payApprovedPurchase(deps, tx, order_id, {
        managerId: requested_by,
        userId: user.id,
        email: user.email,
      })
      return async () => deps.payments.scheduleOrder({ id: order_id })
    },
    {
      async prepare({ order_id }: ApprovalRow) {
        if (order_id) await assertServiceEnabled(deps, (await orderById(deps.db.q, order_id)).service)
      },
    },
  )
