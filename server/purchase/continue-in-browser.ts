import type { Database } from '../database/index.ts'
import { isOwner, linkSessionHash, type OrderReader } from './access.ts'
import type { Order } from './order.ts'

/**
 * Lets the browser of a caller who proved that they may open an unpaid order pay for it: only its creator's session sees
 * the details and returns to the order from the checkout, and the phone of a USSD session has no browser.
 */
export async function continueInBrowser({ q }: Database, order: Order, reader: OrderReader): Promise<void> {
  // The session of a payment request's order is that of its payer.
  if (order.state !== 'quoted' || order.payment_request_id !== null) return
  if (!reader.sessionHash || isOwner(order, reader)) return
  await q
    .updateTable('orders')
    .set({ session_hash: linkSessionHash(order, reader.sessionHash) })
    .where('id', '=', order.id)
    .where('state', '=', 'quoted')
    .execute()
}
