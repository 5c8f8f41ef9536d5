import { lesserOf } from '../../shared/money.ts'
import type { Database, Tx } from '../database/index.ts'
import { findAppliedPayment, hasLostDispute, type Payment, unreturnedKobo } from '../payments/index.ts'
import type { Order } from './order.ts'

/** The total of an order, less the part that the payer's bank has returned by a lost dispute. @returns kobo */
export const unreturnedTotalKobo = async (
  db: Database['q'] | Tx,
  order: Order,
  payment: Payment,
): Promise<bigint> =>
  (await hasLostDispute(db, payment.id))
    ? lesserOf(order.total_kobo, await unreturnedKobo(db, payment))
    : order.total_kobo

/** Whether the order has a payment, and the payer's bank has returned nothing of the total. */
export async function hasFullPayment(db: Database['q'] | Tx, order: Order): Promise<boolean> {
  const payment = await findAppliedPayment(db, order.id)
  return payment !== undefined && (await unreturnedTotalKobo(db, order, payment)) === order.total_kobo
}
