import type { Selectable } from 'kysely'
import type { OrderState } from '../../shared/orders.ts'
import type { Moves, Tables } from '../database/index.ts'

export type Order = Selectable<Tables['orders']>

/** One thing somebody wants, from its price to its end. Delivered and refunded orders do not move. */
export const orderMoves = Object.freeze({
  quoted: ['awaiting_payment'],
  awaiting_payment: ['paid', 'expired'],
  paid: ['vending'],
  vending: ['delivered', 'vend_failed'],
  vend_failed: ['vending', 'refunding'],
  refunding: ['refunded'],
  expired: ['paid'],
  delivered: [],
  refunded: [],
}) satisfies Moves & Record<OrderState, readonly OrderState[]>

/** Paid, and neither delivered nor given back: somebody of ours owes it a step. */
export const isOwed = (state: OrderState): boolean =>
  state === 'paid' || state === 'vending' || state === 'vend_failed' || state === 'refunding'

/** An order that waits for its money is looked at when its checkout should be over, to see whether it lapsed. */
export const lapseSeconds = 65 * 60

/** An owed order is looked at again after this if the process that moved it died. */
export const lookAgainSeconds = 15
