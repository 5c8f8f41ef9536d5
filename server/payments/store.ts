import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { DepositId, OrderId, PaymentId, PaymentReference } from '../../shared/ids.ts'
import { type Database, inSeconds, type Patch, type RefundCause, type Tx } from '../database/index.ts'
import { currentTraceparent } from '../telemetry/index.ts'
import {
  type Payment,
  paymentLifetimeSeconds,
  type Refund,
  type RefundableDeposit,
  type RefundSource,
  refundInFlightSeconds,
  refundRetrySeconds,
  surplusCauses,
  type TopUp,
  unknownRefundSeconds,
} from './payment.ts'

type Queryable = Database['q'] | Tx

/** The `purpose` column determines the type; database constraints enforce it. */
const anyPayment = (db: Queryable) => db.selectFrom('payments').selectAll().$castTo<Payment | TopUp>()
const orderPayment = (db: Queryable) =>
  db.selectFrom('payments').selectAll().where('purpose', '=', 'order').$castTo<Payment>()

export const findPaymentByReference = (
  db: Queryable,
  reference: PaymentReference,
): Promise<Payment | TopUp | undefined> =>
  anyPayment(db).where('reference', '=', reference).executeTakeFirst()

export const findPaymentById = (db: Queryable, id: PaymentId): Promise<Payment | TopUp | undefined> =>
  anyPayment(db).where('id', '=', id).executeTakeFirst()

export const listPayments = (db: Queryable, orderId: OrderId): Promise<Payment[]> =>
  orderPayment(db).where('order_id', '=', orderId).orderBy('created_at', 'desc').execute()

/** The succeeded payment applied to the order, excluding payments refunded as surplus. */
export const findAppliedPayment = (db: Queryable, orderId: OrderId): Promise<Payment | undefined> =>
  orderPayment(db)
    .where('order_id', '=', orderId)
    .where('state', 'in', ['succeeded', 'succeeded_late'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.payment_id', '=', 'payments.id')
            .where('refunds.cause', 'in', surplusCauses),
        ),
      ),
    )
    .executeTakeFirst()

/** Locks the order of a payment and then the payment, as every transaction does, with one statement. */
export async function lockPaymentWithOrder(
  tx: Tx,
  id: string,
): Promise<{ payment: Payment; orderTotalKobo: bigint }> {
  const { order_total_kobo: orderTotalKobo, ...payment } = await tx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select('orders.total_kobo as order_total_kobo')
    .where('payments.id', '=', id)
    // Rows are locked in the order of this list.
    .forUpdate(['orders', 'payments'])
    .$castTo<Payment & { order_total_kobo: bigint }>()
    .executeTakeFirstOrThrow()
  return { payment, orderTotalKobo }
}

export const lockTopUp = (tx: Tx, id: string): Promise<TopUp> =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('purpose', '=', 'wallet_topup')
    .where('id', '=', id)
    .forUpdate()
    .$castTo<TopUp>()
    .executeTakeFirstOrThrow()

export const lockRefundableDeposit = (tx: Tx, depositId: DepositId) =>
  tx.selectFrom('deposits').select('id').where('id', '=', depositId).forUpdate().executeTakeFirstOrThrow()

/** A deposit as a refund source; undefined when its amount is unknown. */
export async function findRefundableDeposit(
  db: Queryable,
  id: string,
): Promise<RefundableDeposit | undefined> {
  const row = await db.selectFrom('deposits').selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.paid_kobo == null) return undefined
  return {
    purpose: 'deposit',
    id: row.id,
    order_id: null,
    user_id: null,
    gateway: row.gateway,
    reference: row.gateway_reference,
    gateway_reference: row.transaction_id ?? row.gateway_reference,
    currency: row.currency ?? 'NGN',
    paid_kobo: row.paid_kobo,
    created_at: row.created_at,
  }
}

/** The payment or deposit that a refund returns. */
export async function findRefundSource(
  db: Queryable,
  refund: Pick<Refund, 'id' | 'payment_id' | 'deposit_id'>,
): Promise<RefundSource> {
  const source = refund.payment_id
    ? await findPaymentById(db, refund.payment_id)
    : refund.deposit_id && (await findRefundableDeposit(db, refund.deposit_id))
  if (!source) throw new Error(`Nothing is given back by refund ${refund.id}`)
  return source
}

/** All refunds of the same payment or deposit. */
export const refundsOfSource = (
  db: Queryable,
  { payment_id, deposit_id }: Pick<Refund, 'payment_id' | 'deposit_id'>,
): Promise<Refund[]> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .$if(payment_id !== null, (query) => query.where('payment_id', '=', payment_id))
    .$if(payment_id === null, (query) => query.where('deposit_id', '=', deposit_id))
    .execute()

/** Updates a payment that the transaction has locked, without changing its state. */
export const savePayment = <P extends Payment | TopUp>(
  tx: Tx,
  payment: P,
  values: Patch<'payments'>,
): Promise<P> =>
  tx
    .updateTable('payments')
    .set(values)
    .where('id', '=', payment.id)
    .returningAll()
    .$castTo<P>()
    .executeTakeFirstOrThrow()

/** Origin of a payment: digests of the browser's session and device, and the IP address. */
export interface PaymentOrigin {
  readonly sessionHash: Buffer | null
  readonly deviceIdHash: Buffer | null
  readonly ip: string
}

/** Initial values of every gateway payment. The customer returns with the `nonce`. */
export const newPaymentValues = (nonce: string) => ({
  reference: newPaymentReference(),
  state: 'created' as const,
  return_nonce_hash: sha256(nonce),
  due_at: inSeconds(15),
  expires_at: inSeconds(paymentLifetimeSeconds),
  traceparent: currentTraceparent(),
})

/** Our reference, unique per payment attempt; the gateway stores it. */
export const newPaymentReference = (): string => `SW-${randomBytes(15).toString('hex').toUpperCase()}`
/** The first of our payment references in a text; null when there is none. */
export const paymentReferenceIn = (text: string): string | null =>
  /(?<![\w-])SW-[\dA-F]{30}(?![\w-])/.exec(text)?.[0] ?? null
export const newNonce = (): string => randomBytes(24).toString('base64url')
export const sha256 = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const listRefunds = (db: Queryable, orderId: OrderId): Promise<Refund[]> =>
  db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute()

export const findRefundById = (db: Queryable, id: string): Promise<Refund | undefined> =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()

export const lockRefund = (tx: Tx, id: string): Promise<Refund> =>
  tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/**
 * Derives the id of a refund from what it returns, so that a refund whose row was lost gets the same id again: a gateway
 * that stores our reference then finds the refund by it, and rejects a second one.
 * @param source our payment reference, or the gateway and its reference of a deposit
 */
export const refundIdOf = (source: string, cause: Refund['cause']): string =>
  createHash('sha256')
    .update(`${source} ${cause}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** Inserts a refund once per payment and cause; undefined when it already exists. */
export const insertRefund = (
  tx: Tx,
  refund: {
    orderId: OrderId | null
    paymentId: PaymentId
    paymentReference: PaymentReference
    cause: RefundCause
    amountKobo: bigint
    currency: string
  },
): Promise<Refund | undefined> =>
  tx
    .insertInto('refunds')
    .values({
      id: refundIdOf(refund.paymentReference, refund.cause),
      order_id: refund.orderId,
      payment_id: refund.paymentId,
      cause: refund.cause,
      state: 'requested',
      amount_kobo: refund.amountKobo,
      currency: refund.currency,
      due_at: sql`app_now()`,
      traceparent: currentTraceparent(),
    })
    .onConflict((row) => row.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Inserts the refund of an unmatched deposit once; undefined when it already exists. */
export const insertDepositRefund = (tx: Tx, deposit: RefundableDeposit): Promise<Refund | undefined> =>
  tx
    .insertInto('refunds')
    .values({
      id: refundIdOf(`${deposit.gateway} ${deposit.reference}`, 'unmatched'),
      order_id: null,
      payment_id: null,
      deposit_id: deposit.id,
      cause: 'unmatched',
      state: 'requested',
      amount_kobo: deposit.paid_kobo,
      currency: deposit.currency,
      due_at: inSeconds(0),
      traceparent: currentTraceparent(),
    })
    .onConflict((row) => row.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Inserts one retry of a failed payment refund. A manager decides about failed refunds of deposits. */
export async function insertRefundRetry(tx: Tx, failed: Refund, afterSeconds: number): Promise<void> {
  if (failed.cause === 'retry' || failed.cause === 'unmatched') return
  await tx
    .insertInto('refunds')
    .values({
      id: refundIdOf(failed.id, 'retry'),
      order_id: failed.order_id,
      payment_id: failed.payment_id,
      cause: 'retry',
      retry_of_refund_id: failed.id,
      state: 'requested',
      amount_kobo: failed.amount_kobo,
      currency: failed.currency,
      due_at: inSeconds(afterSeconds),
      traceparent: failed.traceparent,
    })
    .onConflict((row) => row.doNothing())
    .execute()
}

/**
 * SQL condition, by the table alias of `refunds`: the refund is overdue, and its gateway has neither accepted nor
 * rejected the request, first sent an hour ago. Retries become due only after their delay; nothing is sent while the
 * payment is disputed.
 */
export const isRefundOutcomeUnknownSql = (
  tableAlias: string,
) => sql<boolean>`(${sql.ref(`${tableAlias}.state`)} in ('requested', 'unknown')
  and coalesce(case ${sql.ref(`${tableAlias}.state`)} when 'unknown' then ${sql.ref(`${tableAlias}.first_sent_at`)} end,
    ${sql.ref(`${tableAlias}.created_at`)}
      + case ${sql.ref(`${tableAlias}.cause`)} when 'retry' then make_interval(secs => ${refundRetrySeconds}) else interval '0' end)
    < (select app_now() - make_interval(secs => ${unknownRefundSeconds}))
  and not (${sql.ref(`${tableAlias}.state`)} = 'requested' and exists (select from disputes
    where disputes.payment_id = ${sql.ref(`${tableAlias}.payment_id`)} and disputes.state = 'open')))`

/** SQL condition, by the table alias of `refunds`: a request of this refund may be on its way to the gateway. */
export const isRefundInFlightSql = (
  tableAlias: string,
) => sql<boolean>`(${sql.ref(`${tableAlias}.state`)} = 'unknown' and ${sql.ref(`${tableAlias}.failure_reason`)} is not distinct from 'sending'
  and ${sql.ref(`${tableAlias}.state_since`)} > app_now() - make_interval(secs => ${refundInFlightSeconds}))`

/** Seconds since a timestamp, on the application clock. */
export async function ageSeconds(db: Queryable, since: Date): Promise<number> {
  const { rows } = await sql<{
    age: number
  }>`select extract(epoch from app_now() - ${since}::timestamptz)::float8 as age`.execute(db)
  return rows[0]?.age ?? 0
}

/**
 * Inserts a refund that no gateway makes, once per payment and cause: processed, or failed because the payer closed the
 * account. @returns its id; undefined when one exists
 */
export async function insertSettledRefund(
  tx: Tx,
  payment: Payment,
  refundValues: { cause: RefundCause; amountKobo: bigint; state: 'processed' | 'failed' },
): Promise<string | undefined> {
  const insertedRefund = await tx
    .insertInto('refunds')
    .values({
      order_id: payment.order_id,
      payment_id: payment.id,
      cause: refundValues.cause,
      state: refundValues.state,
      amount_kobo: refundValues.amountKobo,
    })
    .onConflict((row) => row.columns(['payment_id', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return insertedRefund?.id
}

/** Parses a gateway's timestamp; null when it is missing or invalid. */
export function parseDate(text: string | null): Date | null {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time)
}
