import { sql } from 'kysely'
import type { Tx } from '../database/index.ts'
import type { OnPaid } from '../payments/index.ts'
import { lookAgainSeconds, type Order } from './order.ts'
import { putNews } from './outbox.ts'
import type { Product } from './product.ts'
import type { Rewards } from './rewards.ts'
import { flagForReview, inSeconds, lockOrder, saveOrder } from './store.ts'

/** What a payment does to an order, for the payments room. */
export function onPaid(productOf: (order: Order) => Product, rewards: Rewards): OnPaid {
  return {
    async lock(tx, orderId) {
      const order = await lockOrder(tx, orderId)
      return { id: order.id, totalKobo: order.total_kobo }
    },

    async take(tx, orderId) {
      const order = await lockOrder(tx, orderId)
      if (order.state !== 'awaiting_payment' && order.state !== 'expired') {
        return {
          is: 'refused',
          because: order.state === 'refunded' || order.state === 'refunding' ? 'too_late' : 'second_payment',
        }
      }
      await saveOrder(tx, order, {
        state: 'paid',
        paid_at: sql`business_now()`,
        due_at: inSeconds(lookAgainSeconds),
      })
      return { is: 'taken' }
    },

    async lapse(tx, orderId) {
      const order = await lockOrder(tx, orderId)
      if (order.state === 'awaiting_payment') await saveOrder(tx, order, { state: 'expired', due_at: null })
    },

    async refundMoved(tx, orderId, refund) {
      const order = await lockOrder(tx, orderId)
      if (refund.state === 'failed' || refund.state === 'needs_attention') {
        await flagForReview(tx, orderId, `refund_${refund.state}`)
        return
      }
      const over = refund.state === 'processed'
      if (over && refund.cause === 'not_delivered' && order.state === 'refunding') {
        await saveOrder(tx, order, {
          state: 'refunded',
          refunded_at: sql`business_now()`,
          due_at: null,
          ...noReview,
        })
        await rewards.takeBack(tx, orderId)
      }
      if (over && refund.cause !== 'not_delivered' && settledByRefund.has(order.review_reason ?? ''))
        await saveOrder(tx, order, noReview)
      await tellOfRefund(tx, productOf(order), order, refund, over)
    },

    async reversed(tx, orderId) {
      await flagForReview(tx, orderId, 'payment_reversed')
      await rewards.takeBack(tx, orderId)
    },

    review: flagForReview,
  }
}

/** Reasons for a look that end when the surplus is back with the customer. */
const settledByRefund = new Set(['underpaid', 'wrong_currency', 'refund_needs_attention'])

export const noReview = { review_reason: null, review_since: null, review_due: null }

async function tellOfRefund(
  tx: Tx,
  product: Product,
  order: Order,
  refund: Parameters<OnPaid['refundMoved']>[2],
  over: boolean,
): Promise<void> {
  const news = await product.tell(order, {
    about: over ? 'refunded' : 'refund_begun',
    cause: refund.cause,
    amountKobo: refund.amountKobo,
    route: refund.to === 'wallet' ? 'your wallet' : 'the card or account you paid with',
  })
  if (news) await putNews(tx, order, `${over ? 'refunded' : 'refund_begun'}:${refund.cause}`, news)
}
