import type { DueOrder } from '../../../islands/pages.ts'
import type { Transaction } from '../../../shared/history.ts'

const dayMs = 24 * 60 * 60 * 1000
/** A month's bouquet is listed from a few days before its end until it is clear that the user does not renew it. */
const renewal = { fromDays: 26, toDays: 45 } as const
/** Bouquets of another length, by the networks' names: "Nova 1 week", "Jinja quarterly", "Showmax". */
const otherLength = /day|daily|week|quarter|year|annual|showmax|[2-9]\s*month/i

/**
 * The orders that wait for the user: refunds without a bank account, unpaid orders, cable TV that ends soon.
 * @param orders the newest first
 */
export function dueOrders(orders: readonly Transaction[], now: Date): DueOrder[] {
  const withReason = (reason: DueOrder['reason'], list: readonly Transaction[]): DueOrder[] =>
    list.map((order) => ({ reason, order }))
  return [
    ...withReason(
      'refund_account',
      orders.filter(({ refund_account }) => refund_account),
    ),
    ...withReason(
      'payment',
      orders.filter(({ can_pay, state }) => can_pay || state === 'awaiting_payment'),
    ),
    ...withReason('renewal', renewalsDue(orders, now)),
  ]
}

/** The last delivered month of each smartcard, when it ends soon or has ended. */
function renewalsDue(orders: readonly Transaction[], now: Date): Transaction[] {
  const lastOrders = new Map<string, Transaction>()
  for (const order of orders) {
    const isPurchase = order.service === 'cabletv' && order.state === 'delivered'
    if (isPurchase && !lastOrders.has(order.number)) lastOrders.set(order.number, order)
  }
  return [...lastOrders.values()].filter(({ delivered_at, title, bundle }) => {
    const days = (now.getTime() - Date.parse(delivered_at ?? '')) / dayMs
    const isMonth = !otherLength.test(`${title} ${bundle ?? ''}`)
    return isMonth && days >= renewal.fromDays && days <= renewal.toDays
  })
}
