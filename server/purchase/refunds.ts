import { formatDate } from '../../shared/dates.ts'
import { moneyIn } from '../../shared/money.ts'
import type { OrderRefund } from '../../shared/orders.ts'
import type { RefundCause } from '../database/index.ts'
import { type RefundDetails, type RefundReason, refundDueDate, refundSentence } from '../messaging/index.ts'
import { type Payment, type Refund, refundDestinationOf, refundDestinationTexts } from '../payments/index.ts'
import type { Order } from './order.ts'
import { purchaseServerTexts } from './texts.ts'

const reasons: Record<RefundCause, RefundReason> = {
  not_delivered: 'not_delivered',
  second_payment: 'paid_twice',
  mismatch: 'wrong_amount',
  overpaid: 'overpaid',
  too_late: 'too_late',
  goodwill: 'goodwill',
}

/** Details of a refund for its customer: page, SMS and e-mail state the same amount, destination and date. */
export function refundDetailsOf(
  order: Pick<Order, 'total_kobo'>,
  refund: Refund,
  cause: RefundCause,
  destination: string,
): RefundDetails {
  const dueDate = dueBy(refund, destination)
  return {
    reason: reasons[cause],
    amountKobo: refund.amount_kobo,
    currency: refund.currency,
    totalKobo: order.total_kobo,
    destination,
    dueBy: dueDate,
    isOverdue: dueDate !== null && isPast(dueDate, new Date()),
  }
}

/** True after the day in Lagos that the texts name. */
const isPast = (day: Date, now: Date): boolean =>
  day < now && formatDate(day, 'day') !== formatDate(now, 'day')

/** No date for a refund to the wallet, one that we paid out manually, or one processed after its due date. */
function dueBy(refund: Refund, destination: string): Date | null {
  if (destination === refundDestinationTexts.wallet() || refund.manual_payout !== null) return null
  const dueDate = refundDueDate(refund.created_at)
  return refund.state === 'processed' && dueDate < refund.state_since ? null : dueDate
}

/** Refunds besides that of an undelivered order: paid twice, overpaid, a wrong amount, too late, or goodwill. */
export const extraRefunds = (
  order: Order,
  payments: readonly Payment[],
  refunds: readonly Refund[],
): OrderRefund[] =>
  refunds
    .filter((refund) => !refunds.some((later) => later.retry_of_refund_id === refund.id))
    .flatMap((refund) => {
      const cause = causeOf(refund, refunds)
      if (cause === null) return []
      const payment = payments.find(({ id }) => id === refund.payment_id)
      const details = refundDetailsOf(order, refund, cause, refundDestinationOf(refund, payment))
      if (details.reason === 'not_delivered') return []
      const status = refundStatus(refund)
      const reviewMessage = accountReviewMessage(refund)
      return reviewMessage
        ? [{ reason: details.reason, status: 'pending', message: reviewMessage }]
        : [{ reason: details.reason, status, message: refundSentence(status, details) }]
    })

/** Message while a manager checks the bank account that was added for a refund; null otherwise. */
export const accountReviewMessage = (refund: Refund): string | null =>
  refund.payout_account_review === null || refund.state !== 'needs_attention'
    ? null
    : purchaseServerTexts.refundAccountReviewed({
        digits: refund.payout_account_last4 ?? '',
        amount: moneyIn(refund.amount_kobo, refund.currency),
      })

/** A retried refund has the cause of the first one. */
function causeOf(refund: Refund, refunds: readonly Refund[]): RefundCause | null {
  const { cause } = refunds.find(({ id }) => id === refund.retry_of_refund_id) ?? refund
  return cause === 'retry' || cause === 'unmatched' ? null : cause
}

export function refundStatus({ state, manual_payout }: Refund): OrderRefund['status'] {
  if (state === 'processed' || manual_payout !== null) return 'refunded'
  return state === 'needs_attention' ? 'needs_account' : 'pending'
}
