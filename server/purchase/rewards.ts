import type { OrderId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import type { Order } from './order.ts'
import { hasFullPayment } from './unreturned-total.ts'

/** Pays what a delivered order earns, in the transaction that delivers it. */
export type Reward = (tx: Tx, order: Order) => Promise<void>

/**
 * Rewards for a delivered order (cashback, a referral bonus). Declared here for the modules that depend on
 * this one and pay them. A transaction locks customer accounts in the order of their names.
 */
export interface Rewards {
  /** Reads the current rules. */
  prepare(): Promise<Reward>
  /** Reverses the rewards of an order whose payment was returned, also in part. Does nothing when it earned none. */
  reverse(tx: Tx, orderId: OrderId): Promise<void>
}

/** Combines several kinds of reward. */
export const combineRewards = (kinds: readonly Rewards[]): Rewards => ({
  async prepare() {
    const rewards = await Promise.all(kinds.map((kind) => kind.prepare()))
    return async (tx, order) => {
      // The user of a payment request's order did not pay for it.
      if (!order.user_id || order.payment_request_id) return
      // The payment was charged back before the delivery, in full or in part.
      if (!(await hasFullPayment(tx, order))) return
      for (const reward of rewards) await reward(tx, order)
    }
  },
  async reverse(tx, orderId) {
    for (const kind of kinds) await kind.reverse(tx, orderId)
  },
})
