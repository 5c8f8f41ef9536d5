import type { Tx } from '../database/index.ts'
import type { Order } from './order.ts'

/** Pays what a delivered order earns, in the transaction that delivers it. */
export type Reward = (tx: Tx, order: Order) => Promise<void>

/**
 * What a delivery earns beside the goods (cashback, a referral's bonus). Declared here for the rooms above
 * that pay it. Within a transaction the accounts of customers are taken in the order of their names.
 */
export interface Rewards {
  /** Reads the rules as they are now. */
  prepare(): Promise<Reward>
  /** The order's money went back: so does what it earned. Nothing happens when it earned nothing. */
  takeBack(tx: Tx, orderId: string): Promise<void>
}

/** Several kinds of reward as one. */
export const joinRewards = (kinds: readonly Rewards[]): Rewards => ({
  async prepare() {
    const rewards = await Promise.all(kinds.map((it) => it.prepare()))
    return async (tx, order) => {
      for (const reward of rewards) await reward(tx, order)
    }
  },
  async takeBack(tx, orderId) {
    for (const it of kinds) await it.takeBack(tx, orderId)
  },
})
