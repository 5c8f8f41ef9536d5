import { type RawBuilder, sql } from 'kysely'
import type { OrderId, PaymentId } from '../../shared/ids.ts'
import type { Database, Tables, Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { paymentServerTexts } from './texts.ts'

type Queryable = Database['q'] | Tx

const hasDispute = async (
  db: Queryable,
  paymentId: PaymentId,
  state: Tables['disputes']['state'],
): Promise<boolean> =>
  (await db
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', state)
    .executeTakeFirst()) !== undefined

/** True when the gateway reported a lost dispute for the payment. */
export const hasLostDispute = (db: Queryable, paymentId: PaymentId): Promise<boolean> =>
  hasDispute(db, paymentId, 'lost')

/** True while the payer's bank disputes the payment. */
export const hasOpenDispute = (db: Queryable, paymentId: PaymentId): Promise<boolean> =>
  hasDispute(db, paymentId, 'open')

/** True while the payer's bank disputes a payment of the order. */
export const hasOpenDisputeSql = (orderId: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (select from disputes join payments as disputed on disputed.id = disputes.payment_id
    where disputed.order_id = ${orderId} and disputes.state = 'open')`

/** True while a payer's bank disputes a top-up of the wallet that paid for the order. */
export const hasDisputedTopUpSql = (orderId: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (select from payments as paid
    join payments as top_up on top_up.user_id = paid.user_id and top_up.purpose = 'wallet_topup'
    join disputes on disputes.payment_id = top_up.id
    where paid.order_id = ${orderId} and paid.gateway = 'wallet' and disputes.state = 'open')`

/**
 * A refund is not paid while the bank may return the same money. The caller's transaction holds the lock on the order,
 * which a new dispute takes too.
 * @throws ApiError NOT_NOW while a payment of the order has an open dispute
 */
export async function assertNoOpenDispute(db: Queryable, orderId: OrderId): Promise<void> {
  const { rows } = await sql<{ is_disputed: boolean }>`
    select ${hasOpenDisputeSql(sql`${orderId}::uuid`)} as is_disputed`.execute(db)
  if (rows[0]?.is_disputed) throw new ApiError('NOT_NOW', { message: paymentServerTexts.disputeOpen() })
}
