import { sql } from 'kysely'
import { languageOf } from '../../shared/languages.ts'
import { inSeconds, type RestoreDetector, type Tx } from '../database/index.ts'
import { inLanguage } from '../languages/index.ts'
import { notify } from '../notifications/index.ts'
import {
  disputedReview,
  findRefundById,
  type PaymentEvents,
  partlyReversedReview,
  type RefundStateChange,
  reversedReview,
} from '../payments/index.ts'
import { enqueueOrderMessages, orderDeviceInsert } from './notify.ts'
import { notifyPayer } from './notify-payer.ts'
import { notifyRefundAccount } from './notify-refund-account.ts'
import { expiryCheckSeconds, type Order, orderMachine } from './order.ts'
import type { OrderHandler } from './order-handler.ts'
import type { PaymentRequestRules } from './payment-request.ts'
import { refundDetailsOf } from './refunds.ts'
import { accountReview, flagAfterRefund } from './review-after-refund.ts'
import type { Rewards } from './rewards.ts'
import { failUnsentOrder, flagForReview, lockOrder, markPaid, orderByReference, saveOrder } from './store.ts'
import { hasFullPayment } from './unreturned-total.ts'

interface PaymentEventsDeps {
  readonly restoreDetector: RestoreDetector
  readonly rewards: Rewards
  readonly paymentRequests: PaymentRequestRules
  readonly guestEmail: string
}

/** Order-side handlers for payment events. */
export function createPaymentEvents(
  { restoreDetector, rewards, paymentRequests, guestEmail }: PaymentEventsDeps,
  orderHandlerOf: (order: Order) => OrderHandler,
): PaymentEvents {
  return {
    async lockOrder(tx, orderId) {
      const order = await lockOrder(tx, orderId)
      return { id: order.id, totalKobo: order.total_kobo }
    },

    async reopenForMissingPayment(tx, orderReference) {
      const storedOrder = await orderByReference(tx, orderReference)
      if (!storedOrder) return undefined
      const order = await lockOrder(tx, storedOrder.id)
      if (order.state === 'quoted')
        await orderMachine.transition(
          tx,
          order,
          'awaiting_payment',
          { due_at: inSeconds(expiryCheckSeconds) },
          { event: 'customer.payment_started' },
        )
      return { id: order.id, totalKobo: order.total_kobo, createdAt: order.created_at }
    },

    async onPaid(tx, orderId) {
      const paidOrder = await markPaid(tx, restoreDetector, orderId)
      if (paidOrder) return { type: 'accepted', order: paidOrder }
      const order = await lockOrder(tx, orderId)
      const { state } = order
      if (order.payment_request_id && (state === 'awaiting_payment' || state === 'expired'))
        return acceptForRequest({ restoreDetector, paymentRequests }, tx, order)
      return {
        type: 'rejected',
        reason: state === 'refunded' || state === 'refunding' ? 'too_late' : 'second_payment',
      }
    },

    async onExpired(tx, orderId) {
      const order = await lockOrder(tx, orderId)
      if (order.state === 'awaiting_payment')
        await orderMachine.transition(tx, order, 'expired', { due_at: null }, { event: 'payment.expired' })
    },

    async onRefundStateChanged(tx, orderId, refund) {
      const order = await lockOrder(tx, orderId)
      // The review of the refund account is complete.
      if (order.review_reason === accountReview) await saveOrder(tx, order, noReview)
      if (refund.state === 'failed' || refund.state === 'needs_attention')
        await flagForReview(tx, orderId, `refund_${refund.state}`)
      const { state } = refund
      if (state === 'processed') await applyProcessedRefund(rewards, tx, order, refund.cause)
      if (order.review_reason !== null) await flagAfterRefund(tx, orderId)
      if (state === 'failed') return
      await notifyRefund(tx, { orderHandler: orderHandlerOf(order), order, guestEmail }, { ...refund, state })
    },

    async onRefundAccountSet(tx, orderId, account) {
      const order = await lockOrder(tx, orderId)
      if (account.needsReview) await awaitAccountReview(tx, order)
      await notifyRefundAccount(tx, { orderHandler: orderHandlerOf(order), order, account, guestEmail })
    },

    async onChargeback(tx, orderId) {
      const order = await lockOrder(tx, orderId)
      // Nothing was sent to a vendor yet, and nothing will be.
      if (order.state === 'paid')
        await failUnsentOrder(tx, order, { due_at: inSeconds(0) }, 'gateway.payment_reversed')
      await flagForReview(tx, orderId, reversedReview)
      await rewards.reverse(tx, orderId)
    },

    async onPartialChargeback(tx, orderId) {
      const order = await lockOrder(tx, orderId)
      await flagForReview(tx, orderId, partlyReversedReview)
      // A loss outside the total leaves the rewards.
      if (!(await hasFullPayment(tx, order))) await rewards.reverse(tx, orderId)
    },

    async onDisputeClosed(tx, orderId) {
      const order = await lockOrder(tx, orderId)
      if (order.review_reason === disputedReview) await saveOrder(tx, order, noReview)
      if (order.state === 'vend_failed') await saveOrder(tx, order, { due_at: inSeconds(0) })
    },

    flagForReview,
  }
}

/** Ends the refund of an undelivered order, or the review that another refund closes. */
async function applyProcessedRefund(
  rewards: Rewards,
  tx: Tx,
  order: Order,
  cause: RefundStateChange['cause'],
): Promise<void> {
  if (cause === 'not_delivered' && order.state === 'refunding') {
    await orderMachine.transition(
      tx,
      order,
      'refunded',
      { refunded_at: sql`app_now()`, due_at: null, ...noReview },
      { event: 'refund.processed' },
    )
    await rewards.reverse(tx, order.id)
  } else if (isClosedByRefund(order.review_reason ?? '', cause)) await saveOrder(tx, order, noReview)
}

/** Accepts the first payment of a payment request; every later one is returned to its payer. */
async function acceptForRequest(
  { restoreDetector, paymentRequests }: Pick<PaymentEventsDeps, 'restoreDetector' | 'paymentRequests'>,
  tx: Tx,
  order: Order,
): ReturnType<PaymentEvents['onPaid']> {
  const claim = await paymentRequests.claim(tx, order)
  const paidOrder =
    claim === 'claimed' ? await markPaid(tx, restoreDetector, order.id, { claimed: true }) : undefined
  if (paidOrder) return { type: 'accepted', order: paidOrder }
  return { type: 'rejected', reason: claim === 'closed' ? 'too_late' : 'second_payment' }
}

/** Puts an order in review for its refund account, in place of an earlier reason. */
async function awaitAccountReview(tx: Tx, order: Order): Promise<void> {
  await saveOrder(tx, order, noReview)
  await flagForReview(tx, order.id, accountReview)
}

/** Review reasons that end when the refund is processed. */
const refundReviews = new Set(['refund_needs_attention', 'refund_failed', accountReview])
/** Review reasons that end when the surplus is refunded. */
const surplusReviews = new Set(['underpaid', 'wrong_unit', 'wrong_currency'])

function isClosedByRefund(reason: string, cause: RefundStateChange['cause']): boolean {
  if (cause === 'not_delivered') return false
  return refundReviews.has(reason) || (cause !== 'goodwill' && surplusReviews.has(reason))
}

export const noReview = { review_reason: null, review_since: null, review_due: null }

/** A failed refund is retried or paid out in another way: the customer is notified of that instead. */
type NotifiedRefundMove = RefundStateChange & { readonly state: keyof typeof refundNotifications }

/** Notifies once per refund and state: an order paid three times has two refunds to report. */
async function notifyRefund(
  tx: Tx,
  { orderHandler, order, guestEmail }: { orderHandler: OrderHandler; order: Order; guestEmail: string },
  move: NotifiedRefundMove,
): Promise<void> {
  const { destination } = move
  const refund = destination === null ? undefined : await findRefundById(tx, move.refundId)
  if (!refund || destination === null) return
  const { type, storedName } = refundNotifications[move.state]
  const message = await inLanguage(languageOf(order.language), () =>
    orderHandler.buildMessage(order, {
      type,
      refund: refundDetailsOf(order, refund, move.cause, destination()),
    }),
  )
  if (!message) return
  const accountSuffix = move.accountVersion ? `:${move.accountVersion}` : ''
  const name = `${storedName}:${refund.id}${accountSuffix}`
  if (order.payment_request_id)
    return notifyPayer(tx, { order, paymentId: refund.payment_id, name, message, guestEmail })
  await enqueueOrderMessages(tx, order, name, message)
  if (type === 'refunded')
    await (await orderDeviceInsert(tx, order, `${storedName}:${refund.id}`, message)).execute()
  if (!order.user_id) return
  await notify(tx, {
    userId: order.user_id,
    service: order.service,
    subject: message.mail.subject,
    body: message.sms,
    orderId: order.id,
  })
}

/** The notification of each state of a refund. `storedName`: its first name, which stored dedupe keys contain. */
const refundNotifications = {
  requested: { type: 'refund_started', storedName: 'refund_begun' },
  needs_attention: { type: 'refund_needs_account', storedName: 'refund_wants_account' },
  processed: { type: 'refunded', storedName: 'refunded' },
} as const satisfies Partial<
  Record<RefundStateChange['state'], { readonly type: string; readonly storedName: string }>
>
