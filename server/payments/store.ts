import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, inSeconds, type RefundCause, type Tx } from '../database/index.ts'
import {
  type Payment,
  paymentLifeSeconds,
  type Refund,
  type Source,
  type TopUp,
  type Unmatched,
} from './payment.ts'

type Reader = Database['q'] | Tx

/** Rows say for themselves what they pay for; the database holds them to it. */
const anyPayment = (db: Reader) => db.selectFrom('payments').selectAll().$castTo<Payment | TopUp>()
const orderPayment = (db: Reader) =>
  db.selectFrom('payments').selectAll().where('purpose', '=', 'order').$castTo<Payment>()

export const paymentByReference = (db: Reader, reference: string): Promise<Payment | TopUp | undefined> =>
  anyPayment(db).where('reference', '=', reference).executeTakeFirst()

export const paymentById = (db: Reader, id: string): Promise<Payment | TopUp | undefined> =>
  anyPayment(db).where('id', '=', id).executeTakeFirst()

export const paymentsOf = (db: Reader, orderId: string): Promise<Payment[]> =>
  orderPayment(db).where('order_id', '=', orderId).orderBy('created_at', 'desc').execute()

/** The payment that an order took: money that came beside it is on its way back under a cause of its own. */
export const payerOf = (db: Reader, orderId: string): Promise<Payment | undefined> =>
  orderPayment(db)
    .where('order_id', '=', orderId)
    .where('state', 'in', ['succeeded', 'succeeded_late'])
    .where((it) =>
      it.not(
        it.exists(
          it
            .selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.payment_id', '=', 'payments.id')
            .where('refunds.cause', 'in', ['second_payment', 'too_late']),
        ),
      ),
    )
    .executeTakeFirst()

export const lockPayment = (tx: Tx, id: string): Promise<Payment> =>
  orderPayment(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const lockTopUp = (tx: Tx, id: string): Promise<TopUp> =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('purpose', '=', 'wallet_topup')
    .where('id', '=', id)
    .forUpdate()
    .$castTo<TopUp>()
    .executeTakeFirstOrThrow()

export const lockUnmatched = (tx: Tx, inflowId: string) =>
  tx.selectFrom('inflows').select('id').where('id', '=', inflowId).forUpdate().executeTakeFirstOrThrow()

/** A transfer, as something that is given back; undefined when no money is known of it. */
export async function unmatchedById(db: Reader, id: string): Promise<Unmatched | undefined> {
  const row = await db.selectFrom('inflows').selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.paid_kobo == null) return undefined
  return {
    purpose: 'inflow',
    id: row.id,
    order_id: null,
    user_id: null,
    gateway: row.gateway,
    reference: row.gateway_reference,
    gateway_reference: row.transaction_id ?? row.gateway_reference,
    currency: row.currency ?? 'NGN',
    paid_kobo: row.paid_kobo,
  }
}

/** What a refund gives back. */
export async function sourceOf(
  db: Reader,
  refund: Pick<Refund, 'id' | 'payment_id' | 'inflow_id'>,
): Promise<Source> {
  const found = refund.payment_id
    ? await paymentById(db, refund.payment_id)
    : refund.inflow_id && (await unmatchedById(db, refund.inflow_id))
  if (!found) throw new Error(`Nothing is given back by refund ${refund.id}`)
  return found
}

/** The refunds of what one of them gives back. */
export const refundsBeside = (
  db: Reader,
  { payment_id, inflow_id }: Pick<Refund, 'payment_id' | 'inflow_id'>,
): Promise<Refund[]> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .$if(payment_id !== null, (it) => it.where('payment_id', '=', payment_id))
    .$if(payment_id === null, (it) => it.where('inflow_id', '=', inflow_id))
    .execute()

/** Writes to a payment that the transaction has locked. */
export const savePayment = <P extends Payment | TopUp>(tx: Tx, payment: P, values: object): Promise<P> =>
  tx
    .updateTable('payments')
    .set(values)
    .where('id', '=', payment.id)
    .returningAll()
    .$castTo<P>()
    .executeTakeFirstOrThrow()

/** What every try that a gateway collects begins with. `nonce` comes back with the customer. */
export const newTry = (nonce: string) => ({
  reference: newPaymentReference(),
  state: 'created' as const,
  nonce_hash: hashOf(nonce),
  due_at: inSeconds(15),
  expires_at: inSeconds(paymentLifeSeconds),
})

/** Ours, one for each try: what a gateway knows it by. */
export const newPaymentReference = (): string => `SW-${randomBytes(15).toString('hex').toUpperCase()}`
export const newNonce = (): string => randomBytes(24).toString('base64url')
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const refundsOf = (db: Reader, orderId: string): Promise<Refund[]> =>
  db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute()

export const refundById = (db: Reader, id: string): Promise<Refund | undefined> =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()

export const lockRefund = (tx: Tx, id: string): Promise<Refund> =>
  tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Writes a refund once for each payment and cause; undefined when it is there already. */
export const insertRefund = (
  tx: Tx,
  it: { orderId: string | null; paymentId: string; cause: RefundCause; amountKobo: bigint; currency: string },
): Promise<Refund | undefined> =>
  tx
    .insertInto('refunds')
    .values({
      order_id: it.orderId,
      payment_id: it.paymentId,
      cause: it.cause,
      state: 'requested',
      amount_kobo: it.amountKobo,
      currency: it.currency,
      due_at: sql`business_now()`,
    })
    .onConflict((row) => row.columns(['payment_id', 'cause']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Writes the refund of a transfer that was for nobody here, once; undefined when it is there already. */
export const insertReturn = (tx: Tx, it: Unmatched): Promise<Refund | undefined> =>
  tx
    .insertInto('refunds')
    .values({
      order_id: null,
      payment_id: null,
      inflow_id: it.id,
      cause: 'unmatched',
      state: 'requested',
      amount_kobo: it.paid_kobo,
      currency: it.currency,
      due_at: inSeconds(0),
    })
    .onConflict((row) => row.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Asks for a failed refund of a payment once more, once for each. A person decides what becomes of a transfer's. */
export async function insertAgain(tx: Tx, failed: Refund, afterSeconds: number): Promise<void> {
  if (failed.cause === 'again' || failed.cause === 'unmatched') return
  await tx
    .insertInto('refunds')
    .values({
      order_id: failed.order_id,
      payment_id: failed.payment_id,
      cause: 'again',
      again_of: failed.id,
      state: 'requested',
      amount_kobo: failed.amount_kobo,
      currency: failed.currency,
      due_at: inSeconds(afterSeconds),
    })
    .onConflict((row) => row.columns(['payment_id', 'cause']).doNothing())
    .execute()
}

/** Seconds since a row was made, on the business clock. */
export async function ageSeconds(db: Reader, since: Date): Promise<number> {
  const { rows } = await sql<{
    age: number
  }>`select extract(epoch from business_now() - ${since}::timestamptz)::float8 as age`.execute(db)
  return rows[0]?.age ?? 0
}

/** A refund that is over at once, once for each payment and cause. @returns its id; undefined when there was one */
export async function insertProcessed(
  tx: Tx,
  payment: Payment,
  it: { cause: RefundCause; amountKobo: bigint },
): Promise<string | undefined> {
  const refund = await tx
    .insertInto('refunds')
    .values({
      order_id: payment.order_id,
      payment_id: payment.id,
      cause: it.cause,
      state: 'processed',
      amount_kobo: it.amountKobo,
    })
    .onConflict((row) => row.columns(['payment_id', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return refund?.id
}
