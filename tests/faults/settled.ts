import type { Till } from '../support/shop.ts'

/** True once an order came to one of its ends, and no money of it is on its way any more. */
export async function isSettled(shop: Till, reference: string, ends: readonly string[]): Promise<boolean> {
  const order = await shop.orderRow(reference)
  if (!ends.includes(order.state) || order.review_reason) return false
  const refunds = await shop.db.q
    .selectFrom('refunds')
    .select('state')
    .where('order_id', '=', order.id)
    .execute()
  const payments = await shop.db.q
    .selectFrom('payments')
    .select('state')
    .where('order_id', '=', order.id)
    .where('state', 'not in', ['created', 'initialised', 'pending'])
    .execute()
  // One that failed is asked for once more, or was paid otherwise.
  return payments.length > 0 && refunds.every(({ state }) => state === 'processed' || state === 'failed')
}
