import { sql } from 'kysely'
import { inSeconds, type Tx } from '../database/index.ts'
import { notify } from '../notifications/index.ts'
import type { OnPaid, RefundMove } from '../payments/index.ts'
import type { Order } from './order.ts'
import { putNews } from './outbox.ts'
import type { Product } from './product.ts'
import type { Rewards } from './rewards.ts'
import { becomePaid, flagForReview, lockOrder, saveOrder } from './store.ts'

/** What a payment does to an order, for the payments room. */
export function onPaid(productOf: (order: Order) => Product, rewards: Rewards): OnPaid {
  return {
    async lock(tx, orderId) {
      const order = await lockOrder(tx, orderId)
      return { id: order.id, totalKobo: order.total_kobo }
    },

    async take(tx, orderId) {
      if (await becomePaid(tx, orderId)) return { is: 'taken' }
      const { state } = await lockOrder(tx, orderId)
      return {
        is: 'refused',
        because: state === 'refunded' || state === 'refunding' ? 'too_late' : 'second_payment',
      }
    },

    async lapse(tx, orderId) {
      const order = await lockOrder(tx, orderId)
      if (order.state === 'awaiting_payment') await saveOrder(tx, order, { state: 'expired', due_at: null })
    },

    async refundMoved(tx, orderId, refund) {
      const order = await lockOrder(tx, orderId)
      if (refund.state === 'failed' || refund.state === 'needs_attention')
        await flagForReview(tx, orderId, `refund_${refund.state}`)
      const { state } = refund
      if (state === 'failed') return
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
      await tellOfRefund(tx, productOf(order), order, { ...refund, state })
    },

    async reversed(tx, orderId) {
      const order = await lockOrder(tx, orderId)
      // Nothing was sent for it yet, and nothing will be.
      if (order.state === 'paid') {
        const vending = await saveOrder(tx, order, { state: 'vending' })
        await saveOrder(tx, vending, { state: 'vend_failed', due_at: inSeconds(0) })
      }
      await flagForReview(tx, orderId, 'payment_reversed')
      await rewards.takeBack(tx, orderId)
    },

    review: flagForReview,
  }
}

/** Reasons for a look that end when the surplus is back with the customer. */
const settledByRefund = new Set([
  'underpaid',
  'wrong_unit',
  'wrong_currency',
  'refund_needs_attention',
  'refund_failed',
])

export const noReview = { review_reason: null, review_since: null, review_due: null }

/** A failed refund is asked for again or paid otherwise: its customer hears of that. */
type ToldMove = RefundMove & { readonly state: keyof typeof stages }

/** Once for each refund and stage: an order paid three times has two refunds to tell of. */
async function tellOfRefund(tx: Tx, product: Product, order: Order, refund: ToldMove): Promise<void> {
  const { route } = refund
  if (route === null) return
  const stage = stages[refund.state]
  const facts = { cause: refund.cause, amountKobo: refund.amountKobo }
  const news = await product.tell(
    order,
    stage === 'refund_wants_account' ? { about: stage, ...facts } : { about: stage, ...facts, route },
  )
  if (!news) return
  await putNews(tx, order, `${stage}:${refund.refundId}`, news)
  if (!order.user_id) return
  await notify(tx, {
    userId: order.user_id,
    service: order.service,
    subject: news.mail.subject,
    body: news.sms,
    orderId: order.id,
  })
}

const stages = {
  requested: 'refund_begun',
  needs_attention: 'refund_wants_account',
  processed: 'refunded',
} as const satisfies Partial<Record<RefundMove['state'], string>>
