import type { TestClient } from '../support/test-app.ts'

/** True once an order is in one of its final states and has no pending refund. */
export async function hasOrderEnded(
  app: TestClient,
  reference: string,
  expectedEnd: readonly string[],
): Promise<boolean> {
  const order = await app.orderRow(reference)
  if (!expectedEnd.includes(order.state) || order.review_reason) return false
  const refunds = await app.db.q
    .selectFrom('refunds')
    .select('state')
    .where('order_id', '=', order.id)
    .execute()
  const payments = await app.db.q
    .selectFrom('payments')
    .select('state')
    .where('order_id', '=', order.id)
    .where('state', 'not in', ['created', 'initialised', 'pending'])
    .execute()
  // A failed refund is retried once, or was paid another way.
  return payments.length > 0 && refunds.every(({ state }) => state === 'processed' || state === 'failed')
}
