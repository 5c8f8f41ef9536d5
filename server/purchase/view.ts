import { type ErrorCode, errors } from '../../shared/errors.ts'
import { formatMoney, nairaOf } from '../../shared/money.ts'
import type { OrderPage, OrderStatus } from '../../shared/orders.ts'
import type { Database } from '../database/index.ts'
import {
  accountlessRefunds,
  isPaid,
  isUnclear,
  type Payment,
  payingInto,
  paymentsOf,
  type Refund,
  refundRoutes,
  refundsOf,
  routeOf,
} from '../payments/index.ts'
import type { Order } from './order.ts'

/** A payment that may still bring money, and that the gateway has not said nobody began. */
export const unclear = (payments: readonly Payment[]): Payment | undefined => payments.find(isUnclear)

/** The same, read now. */
export async function statusNow(db: Database, order: Order): Promise<OrderStatus> {
  const payments = await paymentsOf(db.q, order.id)
  const isReturning = order.state === 'refunding' || order.state === 'refunded'
  const refunds = isReturning ? await refundsOf(db.q, order.id) : []
  const [waiting] = order.review_since ? await accountlessRefunds(db.q, order.id) : []
  const gateway = waiting && payments.find((it) => it.id === waiting.payment_id)?.gateway
  const status = statusOf(order, payments, refunds)
  // One that is being paid into an account at this moment asks for no other.
  if (!waiting || !gateway || waiting.because === payingInto) return status
  const says = `${formatMoney(waiting.amount_kobo)} could not be returned the way it came. Tell us an account to pay it into.`
  return {
    ...status,
    money: { ...status.money, says },
    refund_account: { amount: nairaOf(waiting.amount_kobo), gateway },
  }
}

/**
 * The true state of an order as its owner is told it: page, money, one sentence.
 * @param refunds those of an order whose money goes back
 */
export function statusOf(
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
    may_pay: mayPay(order, payments),
  }
}

export const mayPay = (order: Order, payments: readonly Payment[]): boolean =>
  order.state === 'quoted' || (order.state === 'awaiting_payment' && !unclear(payments))

function pageFor(order: Order, payments: readonly Payment[]): OrderPage {
  switch (order.state) {
    case 'quoted':
    case 'expired':
      return 'details'
    case 'awaiting_payment':
      return unclear(payments) ? 'process' : 'details'
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
  if (order.bought_by) return boughtMoney(order)
  const route = routeBack(payments, refunds)
  switch (order.state) {
    case 'quoted':
      return { is: 'not_taken', says: 'No money was taken.' }
    case 'expired':
      return { is: 'not_taken', says: errors.ORDER_EXPIRED.says }
    case 'awaiting_payment':
      return waitingMoney(payments)
    case 'vend_failed':
      // Another vendor may still deliver it; without money of theirs there is nothing to deliver or return.
      if (!payments.some((it) => isPaid(it.state))) return takenBack
      return received(total)
    case 'paid':
    case 'vending':
      return received(total)
    case 'delivered':
      return { is: 'spent', says: `You paid ${total}, and it was delivered.` }
    case 'refunding':
      return {
        is: 'returning',
        says: `We could not deliver this order. ${total} is going back to ${route}${
          route === refundRoutes.wallet ? '' : ', usually within 5 working days'
        }.`,
      }
    case 'refunded':
      return {
        is: 'returned',
        says: `We could not deliver this order. ${total} was returned to ${route}.`,
      }
  }
}

/** Where the money of an order goes back to. A refund that its gateway could not give is in the wallet of whoever has one. */
function routeBack(payments: readonly Payment[], refunds: readonly Refund[]): string {
  const paid = payments.filter((it) => isPaid(it.state))
  if (paid.some((it) => it.gateway === 'wallet')) return refundRoutes.wallet
  const its = refunds.filter((it) => it.cause === 'not_delivered' || it.cause === 'again')
  const last = its.find((it) => it.paid_by_hand !== null) ?? its.at(-1)
  if (!last) return refundRoutes.source
  // One that was paid by us before its row said so.
  const isOlder = last.state === 'failed' && last.paid_by_hand === null
  if (isOlder && paid.some((it) => it.user_id !== null)) return refundRoutes.wallet
  return routeOf(last)
}

const received = (total: string) => ({
  is: 'received' as const,
  says: `We have received your payment of ${total}. You do not need to pay again.`,
})

const takenBack = {
  is: 'returned',
  says: 'We could not deliver this order, and your bank has taken the payment back.',
} as const

/** A manager bought it: its user is charged nothing here, however it ends. */
function boughtMoney({ state }: Order): Omit<OrderStatus['money'], 'amount'> {
  if (state === 'delivered') return { is: 'spent', says: 'We bought this for you, and it was delivered.' }
  if (state === 'paid' || state === 'vending')
    return { is: 'received', says: 'We are buying this for you. You do not need to pay.' }
  return { is: 'returned', says: 'This could not be bought. Your wallet was not charged.' }
}

function waitingMoney(payments: readonly Payment[]): Omit<OrderStatus['money'], 'amount'> {
  if (unclear(payments))
    return { is: 'checking', says: 'We are checking your payment. You do not need to pay again.' }
  const [last] = payments
  if (last?.state === 'mismatch') return { is: 'returning', says: errors.PAYMENT_MISMATCH.says }
  if (last?.state === 'failed')
    return { is: 'not_taken', says: 'The payment did not go through. You can try again.' }
  return { is: 'not_taken', says: 'This order has not been paid yet. No money was taken.' }
}

/** Why an order that is not on its way has nothing to process; null while it is. */
export function refusalOf(order: Order, payments: readonly Payment[]): ErrorCode | null {
  switch (order.state) {
    case 'quoted':
      return 'NOT_PAID'
    case 'expired':
      return 'ORDER_EXPIRED'
    case 'awaiting_payment':
      if (unclear(payments)) return null
      if (payments[0]?.state === 'mismatch') return 'PAYMENT_MISMATCH'
      return payments[0]?.state === 'failed' ? 'PAYMENT_FAILED' : 'NOT_PAID'
    case 'vend_failed':
      return payments.some((it) => isPaid(it.state)) ? null : 'REFUNDED'
    case 'refunding':
      return 'REFUNDING'
    case 'refunded':
      return 'REFUNDED'
    default:
      return null
  }
}
