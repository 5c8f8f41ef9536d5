import { type ErrorCode, errors } from '../../shared/errors.ts'
import { formatMoney, moneyIn, nairaOf } from '../../shared/money.ts'
import type { OrderPage, OrderStatus } from '../../shared/orders.ts'
import type { Database } from '../database/index.ts'
import { type RefundDetails, refundSentence } from '../messaging/index.ts'
import {
  disputedReview,
  hasOpenDispute,
  hasStoredAccount,
  isAtGateway,
  isPaid,
  isPaymentOutcomeUnknown,
  isReducedAtGateway,
  isUnsent,
  listPayments,
  listRefunds,
  type Payment,
  paymentInstrumentOf,
  type Refund,
  refundDestinationOf,
  refundDestinationTexts,
  refundsAwaitingAccount,
  returnedByBank,
} from '../payments/index.ts'
import type { Order } from './order.ts'
import { accountReviewMessage, extraRefunds, refundDetailsOf } from './refunds.ts'
import { purchaseServerTexts } from './texts.ts'

/** A payment that may still succeed, and that the gateway has not reported as never started. */
const paymentOfUnknownOutcome = (payments: readonly Payment[]): Payment | undefined =>
  payments.find(isPaymentOutcomeUnknown)

/** The current status of an order, read from the database. */
export async function currentStatus(db: Database, order: Order): Promise<OrderStatus> {
  const payments = await listPayments(db.q, order.id)
  const refunds = hasRefunds(order, payments) ? await listRefunds(db.q, order.id) : []
  const [waiting] = order.review_since ? await refundsAwaitingAccount(db.q, order.id) : []
  const gateway = waiting && payments.find((payment) => payment.id === waiting.payment_id)?.gateway
  const status = orderStatusOf(order, payments, refunds)
  const requested = refunds.find((refund) => isOrderRefund(refund) && refund.state === 'requested')
  if (requested && (await isHeld(db, order, requested)))
    return withHeldRefund(status, purchaseServerTexts.disputed({ total: formatMoney(order.total_kobo) }))
  if (!waiting || !gateway) return status
  // A refund that is being paid into a bank account needs no other account.
  if (hasStoredAccount(waiting))
    return (await isHeld(db, order, waiting))
      ? withHeldRefund(
          status,
          purchaseServerTexts.disputedAccountStored({ total: formatMoney(order.total_kobo) }),
        )
      : status
  // A manager pays what a lost dispute left of it: an account would not be sent.
  if (await isReducedAtGateway(db.q, waiting)) return status
  const reviewMessage = accountReviewMessage(waiting)
  if (reviewMessage) return { ...status, money: { ...status.money, message: reviewMessage } }
  const amount = moneyIn(waiting.amount_kobo, waiting.currency)
  return {
    ...status,
    // It waits for the customer.
    review: false,
    money: { ...status.money, message: purchaseServerTexts.refundNeedsAccount({ amount }) },
    refund_account: { amount: nairaOf(waiting.amount_kobo), currency: waiting.currency, gateway },
  }
}

/**
 * The status of an order for its user. The order of a payment request was paid by another person: that payment, its
 * refunds and the bank account for them are not the user's.
 */
export const statusForUser = (order: Order, status: OrderStatus): OrderStatus =>
  order.payment_request_id === null
    ? status
    : {
        ...status,
        money: { ...status.money, message: requestMessage(status) },
        paid_by_other: true,
        extra_refunds: [],
        refund_account: undefined,
      }

function requestMessage({ money: { status, message }, refund_held }: OrderStatus): string {
  switch (status) {
    case 'received':
      return purchaseServerTexts.requestPaid()
    case 'spent':
      return purchaseServerTexts.requestDelivered()
    case 'returning':
      return refund_held ? purchaseServerTexts.requestRefundHeld() : purchaseServerTexts.requestRefunding()
    case 'returned':
      return purchaseServerTexts.requestRefunded()
    default:
      // Not paid: the order has no user yet.
      return message
  }
}

/** True while the refund of an undelivered order waits for the outcome of a dispute. */
const isHeld = async (db: Database, { state }: Order, refund: Refund): Promise<boolean> =>
  state === 'refunding' &&
  isUnsent(refund) &&
  refund.payment_id !== null &&
  (await hasOpenDispute(db.q, refund.payment_id))

const withHeldRefund = (status: OrderStatus, message: string): OrderStatus => ({
  ...status,
  refund_held: true,
  money: { ...status.money, message },
})

/** True when a refund may exist: of the full amount, of a surplus, or goodwill. */
const hasRefunds = (order: Order, payments: readonly Payment[]): boolean =>
  order.state === 'delivered' ||
  order.state === 'refunding' ||
  order.state === 'refunded' ||
  payments.some((payment) => payment.state === 'mismatch' || (payment.paid_kobo ?? 0n) > order.total_kobo) ||
  payments.filter((payment) => isPaid(payment.state)).length > 1 ||
  hasRejectedPayment(order, payments)

/** True for a payment that the order's payment request did not accept: it is returned. */
const hasRejectedPayment = (order: Order, payments: readonly Payment[]): boolean =>
  (order.state === 'awaiting_payment' || order.state === 'expired') &&
  payments.some((payment) => isPaid(payment.state))

/**
 * The status of an order for its owner: page, money, one sentence.
 * @param refunds the order's refunds
 */
export function orderStatusOf(
  order: Order,
  payments: readonly Payment[],
  refunds: readonly Refund[],
): OrderStatus {
  const money = moneyOf(order, payments, refunds)
  return {
    reference: order.reference,
    service: order.service,
    state: order.state,
    page: pageFor(order, payments),
    money: { ...money, amount: nairaOf(order.total_kobo) },
    since: order.state_since.toISOString(),
    review: order.review_since !== null,
    can_pay: canPay(order, payments),
    ...(order.state === 'vend_failed' && order.review_reason === disputedReview && { refund_held: true }),
    extra_refunds: order.purchased_by_manager_id ? [] : extraRefunds(order, payments, refunds),
  }
}

const canPay = (order: Order, payments: readonly Payment[]): boolean =>
  order.state === 'quoted' || (order.state === 'awaiting_payment' && !paymentOfUnknownOutcome(payments))

function pageFor(order: Order, payments: readonly Payment[]): OrderPage {
  switch (order.state) {
    case 'quoted':
    case 'expired':
      return 'details'
    case 'awaiting_payment':
      return paymentOfUnknownOutcome(payments) ? 'process' : 'details'
    case 'delivered':
      return 'success'
    default:
      return 'process'
  }
}

function moneyOf(
  order: Order,
  payments: readonly Payment[],
  refunds: readonly Refund[],
): Omit<OrderStatus['money'], 'amount'> {
  const total = formatMoney(order.total_kobo)
  if (hasRejectedPayment(order, payments)) return waitingMoney(order, payments, refunds)
  if (order.purchased_by_manager_id) return boughtMoney(order)
  switch (order.state) {
    case 'quoted':
      return { status: 'not_taken', message: purchaseServerTexts.notTaken() }
    case 'expired':
      return { status: 'not_taken', message: errors.ORDER_EXPIRED.message }
    case 'awaiting_payment':
      return waitingMoney(order, payments, refunds)
    case 'vend_failed':
      // Another vendor may still deliver it. Without a payment there is nothing to deliver or refund.
      if (!payments.some((payment) => isPaid(payment.state))) return chargedBack()
      return order.review_reason === disputedReview
        ? { status: 'returning', message: purchaseServerTexts.disputed({ total }) }
        : receivedStatus(total)
    case 'paid':
    case 'vending':
      return receivedStatus(total)
    case 'delivered':
      return { status: 'spent', message: purchaseServerTexts.delivered({ total }) }
    case 'refunding':
      return {
        status: 'returning',
        message: refundSentence('pending', orderRefund(order, payments, refunds)),
      }
    case 'refunded':
      if (isReturnedByBank(payments, refunds)) return chargedBack()
      return {
        status: 'returned',
        message: refundSentence('refunded', orderRefund(order, payments, refunds)),
      }
  }
}

/** True when the payer's bank returned all of the payment of a refunded order, by one dispute or by several. */
function isReturnedByBank(payments: readonly Payment[], refunds: readonly Refund[]): boolean {
  const paidPayments = payments.filter(({ state }) => isPaid(state))
  if (paidPayments.length === 0) return payments.some(({ state }) => state === 'reversed')
  const refund = latestOrderRefund(refunds)
  // Only an order of which nothing was left to refund ends without a refund.
  return refund
    ? refund.manual_payout === null && refund.failure_reason === returnedByBank
    : paidPayments.every(({ gateway }) => isAtGateway(gateway))
}

/** True for the refund of an undelivered order, not of a surplus. */
const isOrderRefund = ({ cause }: Refund): boolean => cause === 'not_delivered' || cause === 'retry'

/** The refund that pays an undelivered order back: the one that we paid out manually, or the newest. */
function latestOrderRefund(refunds: readonly Refund[]): Refund | undefined {
  const related = refunds.filter(isOrderRefund)
  return related.find((entry) => entry.manual_payout !== null) ?? related.at(-1)
}

/**
 * The full refund of an undelivered order. A refund that failed at its gateway is in the wallet of a payer
 * who has one.
 */
function orderRefund(order: Order, payments: readonly Payment[], refunds: readonly Refund[]): RefundDetails {
  const paidPayments = payments.filter((entry) => isPaid(entry.state))
  const latest = latestOrderRefund(refunds)
  // A refund that we paid out before `manual_payout` recorded it.
  const isOlder = latest?.state === 'failed' && latest.manual_payout === null
  const isInWallet =
    paidPayments.some((entry) => entry.gateway === 'wallet') ||
    (isOlder && paidPayments.some((entry) => entry.user_id !== null))
  const destination = isInWallet
    ? refundDestinationTexts.wallet()
    : latest
      ? refundDestinationOf(
          latest,
          payments.find(({ id }) => id === latest.payment_id),
        )
      : paymentInstrumentOf(paidPayments[0])
  if (latest)
    return { ...refundDetailsOf(order, latest, 'not_delivered', destination), amountKobo: order.total_kobo }
  const { total_kobo: totalKobo } = order
  return {
    reason: 'not_delivered',
    amountKobo: totalKobo,
    currency: 'NGN',
    totalKobo,
    destination,
    dueBy: null,
  }
}

const receivedStatus = (total: string) => ({
  status: 'received' as const,
  message: purchaseServerTexts.received({ total }),
})

const chargedBack = () => ({ status: 'returned' as const, message: purchaseServerTexts.chargedBack() })

/** Bought by a manager: its user is charged nothing in any outcome. */
function boughtMoney({ state }: Order): Omit<OrderStatus['money'], 'amount'> {
  if (state === 'delivered') return { status: 'not_taken', message: purchaseServerTexts.managerDelivered() }
  if (state === 'paid' || state === 'vending')
    return { status: 'received', message: purchaseServerTexts.managerInProgress() }
  return { status: 'returned', message: purchaseServerTexts.managerNotBought() }
}

function waitingMoney(
  order: Order,
  payments: readonly Payment[],
  refunds: readonly Refund[],
): Omit<OrderStatus['money'], 'amount'> {
  if (paymentOfUnknownOutcome(payments))
    return { status: 'checking', message: purchaseServerTexts.checkingPayment() }
  const [latest] = payments
  if (latest?.state === 'mismatch' || (latest && isPaid(latest.state))) {
    const [refund] = extraRefunds(
      order,
      payments,
      refunds.filter((entry) => entry.payment_id === latest.id),
    )
    const status = refund?.status === 'refunded' ? 'returned' : 'returning'
    return { status, message: refund?.message ?? errors.PAYMENT_MISMATCH.message }
  }
  if (latest?.state === 'failed') return { status: 'not_taken', message: errors.PAYMENT_FAILED.message }
  return { status: 'not_taken', message: purchaseServerTexts.notPaidYet() }
}

/** Why an order that is not in progress has nothing to process; null while it is in progress. */
export function errorCodeOf(order: Order, payments: readonly Payment[]): ErrorCode | null {
  switch (order.state) {
    case 'quoted':
      return 'NOT_PAID'
    case 'expired':
      return 'ORDER_EXPIRED'
    case 'awaiting_payment':
      if (paymentOfUnknownOutcome(payments)) return null
      if (payments[0]?.state === 'mismatch') return 'PAYMENT_MISMATCH'
      return payments[0]?.state === 'failed' ? 'PAYMENT_FAILED' : 'NOT_PAID'
    case 'vend_failed':
      if (!payments.some((payment) => isPaid(payment.state))) return 'REFUNDED'
      return order.review_reason === disputedReview ? 'REFUNDING' : null
    case 'refunding':
      return 'REFUNDING'
    case 'refunded':
      return 'REFUNDED'
    default:
      return null
  }
}
