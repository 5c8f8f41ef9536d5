import { lesserOf } from '../../shared/money.ts'
import type { Database, Tx } from '../database/index.ts'
import { hasLostDispute, type Payment, unreturnedKobo } from '../payments/index.ts'
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
