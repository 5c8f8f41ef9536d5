import type { Service } from '../../shared/constants.ts'
import { ApiError, type Caller, type HandlerResult, ipNetworkOf } from '../http/index.ts'
import { canOpen, canView } from './access.ts'
import { rejectFailedAccess } from './open-order.ts'
import type { Order } from './order.ts'
import type { DeliveryRow } from './order-handler.ts'
import type { OrderProcessor } from './order-processor.ts'
import { currentStatus, statusForUser } from './order-status.ts'
import { findPaidWith } from './paid-with.ts'
import { processOrder } from './process.ts'
import type { ServiceDeps } from './service.ts'
import { deliveryOf, orderByReference } from './store.ts'

/**
 * A delivered order. Without `hasFullAccess` (see `canOpen`): no address, e-mail or phone.
 */
interface OrderView {
  readonly order: Order
  readonly delivery: DeliveryRow
  readonly hasFullAccess: boolean
  /** How its owner paid, for the owner only. */
  readonly paidWith: string | null
}

/** The three order operations of every service. */
export interface OrderEndpoints {
  /** The stored lookup, for its owner and the manager who bought it for them. @throws ApiError NOT_FOUND */
  findQuoted(reference: string, caller: Caller): Promise<Order>
  /**
   * Advances a paid order towards its end for at most ten seconds.
   * @throws ApiError NOT_FOUND for unknown orders and those of others, else with a sentence about the money
   */
  process(
    reference: string,
    token: string | null | undefined,
    caller: Caller,
  ): Promise<{ order: Order; result: HandlerResult<never> }>
  /**
   * The delivered order.
   * @param token the order's access token or a token that `matches` accepts, if the caller has one
   * @param matches whether a token opens the order for viewing only
   * @throws ApiError NOT_FOUND, TOO_MANY
   */
  findDelivered(
    reference: string,
    token: string | null | undefined,
    caller: Caller,
    matches?: (order: Order, token: string) => boolean,
  ): Promise<OrderView>
}

/**
 * The order operations of one service.
 * @param deliveredMessage message for a delivered order
 * @param unpaidIsNotFound `process` rejects an order without any started payment with NOT_FOUND: for endpoints that may
 * omit the access token (ruling D-061)
 */
export function createOrderEndpoints(
  deps: ServiceDeps,
  orderProcessor: OrderProcessor,
  service: Service,
  {
    deliveredMessage,
    unpaidIsNotFound = false,
  }: { deliveredMessage: (order: Order) => string; unpaidIsNotFound?: boolean },
): OrderEndpoints {
  const { db, limits } = deps
  const find = async (reference: string): Promise<Order | undefined> => {
    const order = await orderByReference(db.q, reference)
    return order?.service === service ? order : undefined
  }
  return {
    async findQuoted(reference, caller) {
      const order = await find(reference)
      if (!order || !canOpen(order, caller)) throw new ApiError('NOT_FOUND')
      return order
    },

    async process(reference, token, caller) {
      const order = await find(reference)
      if (!order || !canOpen(order, caller, token)) return rejectFailedAccess(limits, caller)
      if (unpaidIsNotFound && order.state === 'quoted') throw new ApiError('NOT_FOUND')
      const result = await processOrder(orderProcessor, order)
      if (!result.isPending)
        return { order: result.order, result: { message: deliveredMessage(result.order) } }
      const { money } = statusForUser(result.order, await currentStatus(db, result.order))
      return { order: result.order, result: { httpStatus: 202, status: 'pending', message: money.message } }
    },

    async findDelivered(reference, token, caller, matches = canView) {
      const order = await find(reference)
      if (!order) return rejectFailedAccess(limits, caller)
      const delivery = await deliveryOf(db.q, order.id)
      const hasFullAccess = canOpen(order, caller, token)
      // A token weaker than the access token is compared only below the limit of wrong guesses.
      const pair = `${ipNetworkOf(caller.ip)} ${order.id}`
      if (!hasFullAccess) await limits.check('order_pair', pair)
      const isAllowed = hasFullAccess || (!!token && matches(order, token))
      if (delivery && isAllowed) {
        return { order, delivery, hasFullAccess, paidWith: await findPaidWith(db, order, caller) }
      }
      // An order of the caller that is not delivered yet is not a wrong guess.
      if (hasFullAccess) throw new ApiError('NOT_FOUND')
      await limits.recordFailure('order_pair', pair)
      return rejectFailedAccess(limits, caller)
    },
  }
}
