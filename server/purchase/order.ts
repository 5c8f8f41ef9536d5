import type { Selectable } from 'kysely'
import type { OrderState } from '../../shared/orders.ts'
import type { Tables, Transitions } from '../database/index.ts'

export type Order = Selectable<Tables['orders']>

/** State transitions of an order. Delivered and refunded orders are final. */
export const orderTransitions = Object.freeze({
  quoted: ['awaiting_payment'],
  awaiting_payment: ['paid', 'expired'],
  paid: ['vending'],
  vending: ['delivered', 'vend_failed'],
  vend_failed: ['vending', 'refunding'],
  refunding: ['refunded'],
  expired: ['paid'],
  delivered: [],
  refunded: [],
}) satisfies Transitions & Record<OrderState, readonly OrderState[]>

/** Paid, and neither delivered nor refunded: the engine still has a step to perform. */
export const isUnsettled = (state: OrderState): boolean =>
  state === 'paid' || state === 'vending' || state === 'vend_failed' || state === 'refunding'

/** An order awaiting payment is checked for expiry after this, when its checkout should be over. */
export const expiryCheckSeconds = 65 * 60

/** An unsettled order is retried after this if the process that advanced it died. */
export const retrySeconds = 15
