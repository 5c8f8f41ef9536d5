import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { OrderId, VendRequestId } from '../../shared/ids.ts'
import type { OrderReference } from '../../shared/references.ts'
import { applicationTime, type Database, inSeconds, type Tx } from '../database/index.ts'
import { type Attempt, attemptMachine, sendTimeoutSeconds } from './attempt.ts'
import {
  type AttemptUpdate,
  type Decision,
  evaluateOutcome,
  lateDeliveryReason,
  type RequeryPolicy,
} from './evaluate-outcome.ts'
import type { Outcome, Vendor, VendRequest } from './vendor.ts'

/** The service and beneficiary of a vend. */
export interface VendBeneficiary {
  readonly service: Service
  readonly beneficiary: string
}

/**
 * SQL that locks the duplicate window of one vendor, service and beneficiary until the transaction ends. It belongs in
 * the statement before the insert of the attempt: the insert then sees the attempts of the previous lock holder.
 */
export const duplicateWindowLock = (vendor: Vendor, { service, beneficiary }: VendBeneficiary) =>
  sql<void>`pg_advisory_xact_lock(hashtextextended(${`${vendor.name} ${service} ${beneficiary}`}, 1))`

/** SQL for the seconds until a vendor accepts a purchase without treating it as a duplicate; null or negative for now. */
const duplicateWaitSql = (vendor: Vendor, { service, beneficiary }: VendBeneficiary) => sql<number | null>`(
  select ceil(extract(epoch from max(sent_at) + make_interval(secs => ${vendor.duplicateWindowSeconds}) - app_now()))::int
  from attempts where vendor = ${vendor.name} and beneficiary = ${beneficiary} and state <> 'failed'
    and (service = ${service} or service is null))`

/** Lagos is UTC+1 all year. */
const lagosOffsetMs = 60 * 60 * 1_000
const dayMs = 24 * 60 * 60 * 1_000
const startOfDay = (date: Date): Date =>
  new Date(Math.floor((date.getTime() + lagosOffsetMs) / dayMs) * dayMs - lagosOffsetMs)

/**
 * Derives the request id of an order's attempt at a vendor on the Lagos day of `date`, so that it can be recomputed
 * when the attempt's row is lost, or with the order's row its id: a gateway still has the order's reference.
 * @param name the order's reference; attempts of earlier versions have its id
 * @param salt incremented when a short id already belongs to another order
 */
function requestIdOf(vendor: Vendor, name: string, date: Date, salt = 0): string {
  const seed = createHash('sha256').update(`${name} ${vendor.name} ${salt}`).digest('hex').slice(0, 20)
  return vendor.requestId(startOfDay(date), seed)
}

const maxSalts = 10

/** Whether an attempt of this or another order has a request id. */
async function isRequestIdUsed(tx: Tx, vendor: Vendor, requestId: VendRequestId): Promise<boolean> {
  const existing = await tx
    .selectFrom('attempts')
    .select('id')
    .where('vendor', '=', vendor.name)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return existing !== undefined
}

/**
 * The possible request ids of an order's attempt at a vendor on each day since `since`, newest first.
 * @param names the order's reference, and its id where it is known
 */
export async function pastRequestIds(
  db: Database,
  vendor: Vendor,
  names: readonly string[],
  since: Date,
): Promise<string[]> {
  const now = await applicationTime(db.q)
  const ids = new Set<string>()
  for (let day = startOfDay(now); day >= startOfDay(since); day = new Date(day.getTime() - dayMs))
    for (const name of names) ids.add(requestIdOf(vendor, name, day))
  return [...ids]
}

/** Requeries a request id without an attempt in this database. */
export const requeryByRequestId = (
  vendor: Vendor,
  requestId: VendRequestId,
  request: Omit<VendRequest, 'requestId' | 'vendorToken'>,
): Promise<Outcome> => vendor.requery({ ...request, requestId, vendorToken: null })

interface NewAttempt extends VendBeneficiary {
  readonly orderId: OrderId
  readonly amountKobo: bigint
  readonly vendorToken: string | null
}

/**
 * Records, in the caller's transaction, that an order is about to be sent to a vendor, under a new request id. The
 * database allows one attempt that is not proven failed, and one per vendor. The caller holds `duplicateWindowLock`.
 * @param now application time
 * @returns `waitSeconds`: 0, or the seconds until the vendor accepts another purchase of this beneficiary; the caller
 * then rolls back. Undefined when another attempt is open: a concurrent worker created it
 */
export async function createAttempt(
  tx: Tx,
  vendor: Vendor,
  options: NewAttempt & { orderReference: OrderReference; now: Date },
): Promise<{ attempt: Attempt; waitSeconds: number } | undefined> {
  for (let salt = 0; salt < maxSalts; salt++) {
    const requestId = requestIdOf(vendor, options.orderReference, options.now, salt)
    const inserted = await attemptInsert(tx, vendor, { ...options, requestId })
      .returning(duplicateWaitSql(vendor, options).as('wait_seconds'))
      .executeTakeFirst()
    if (inserted) {
      const { wait_seconds: waitSeconds, ...attempt } = inserted
      return { attempt, waitSeconds: Math.max(0, waitSeconds ?? 0) }
    }
    if (!(await isRequestIdUsed(tx, vendor, requestId))) return undefined
  }
  throw new Error(`No request id is left for order ${options.orderReference} at ${vendor.name}`)
}

/** Records an attempt under a request id that the vendor already has. @returns undefined when another one is open */
export const insertAttempt = (
  tx: Tx,
  vendor: Vendor,
  options: NewAttempt & { requestId: VendRequestId },
): Promise<Attempt | undefined> => attemptInsert(tx, vendor, options).executeTakeFirst()

const attemptInsert = (tx: Tx, vendor: Vendor, options: NewAttempt & { requestId: VendRequestId }) =>
  tx
    .insertInto('attempts')
    .values({
      order_id: options.orderId,
      vendor: vendor.name,
      service: options.service,
      request_id: options.requestId,
      beneficiary: options.beneficiary,
      vendor_token: options.vendorToken,
      state: 'sending',
      amount_kobo: options.amountKobo,
      due_at: inSeconds(sendTimeoutSeconds),
    })
    .onConflict((row) => row.doNothing())
    .returningAll()

/** Sends a committed attempt. Called at most once per committed attempt. */
export const sendAttempt = (
  vendor: Vendor,
  attempt: Attempt,
  request: Omit<VendRequest, 'requestId' | 'vendorToken'>,
): Promise<Outcome> =>
  vendor.vend({ ...request, requestId: attempt.request_id, vendorToken: attempt.vendor_token })

/** Requeries an attempt. */
export const requeryAttempt = (
  vendor: Vendor,
  attempt: Attempt,
  request: Omit<VendRequest, 'requestId' | 'vendorToken'>,
): Promise<Outcome> =>
  vendor.requery({ ...request, requestId: attempt.request_id, vendorToken: attempt.vendor_token })

/** Claims a due requery. Exactly one worker gets the attempt, in its current state. */
export const claimRequery = (db: Database, attempt: Attempt): Promise<Attempt | undefined> =>
  db.q
    .updateTable('attempts')
    .set({ due_at: inSeconds(sendTimeoutSeconds) })
    .where('id', '=', attempt.id)
    .where('version', '=', attempt.version)
    .where('due_at', '<=', sql<Date>`app_now()`)
    .returningAll()
    .executeTakeFirst()

/**
 * Persists an outcome of an attempt, in the transaction that updates its order.
 * @param previous the attempt at the time of the request; read again when it has changed since
 */
export async function recordOutcome(
  tx: Tx,
  vendor: RequeryPolicy,
  previous: Attempt,
  outcome: Outcome,
): Promise<{ decision: Decision; attempt: Attempt }> {
  const now = outcome.type === 'unknown' ? await applicationTime(tx) : previous.created_at
  const update = evaluateOutcome(vendor, previous, outcome, now)
  const updatedAttempt = update && (await saveIfUnmoved(tx, previous, update))
  if (updatedAttempt) return { decision: update.decision, attempt: updatedAttempt }
  const attempt = await lockAttempt(tx, previous.id)
  const lockedUpdate = evaluateOutcome(vendor, attempt, outcome, now)
  const updatedLocked = lockedUpdate && (await saveIfUnmoved(tx, attempt, lockedUpdate))
  return updatedLocked
    ? { decision: lockedUpdate.decision, attempt: updatedLocked }
    : { decision: { type: 'observed' }, attempt }
}

const saveIfUnmoved = (tx: Tx, attempt: Attempt, update: AttemptUpdate): Promise<Attempt | undefined> =>
  outcomeQuery(tx, attempt, update)
    .where('id', '=', attempt.id)
    .where('version', '=', attempt.version)
    .returningAll()
    .executeTakeFirst()

function outcomeQuery(tx: Tx, { state: from }: Attempt, { state, values, dueInSeconds }: AttemptUpdate) {
  const patch = { ...values, due_at: dueInSeconds === null ? null : inSeconds(dueInSeconds) }
  if (state === null || state === from) return tx.updateTable('attempts').set(patch)
  return attemptMachine.transitionWhere(tx, from, state, patch, { event: `vendor.${state}` })
}

/** An attempt without a known outcome: `unknown`, or `sending` long enough that its worker must have crashed. */
export const isAttemptOutcomeUnknown = sql<boolean>`(attempts.state = 'unknown' or (attempts.state = 'sending'
  and attempts.created_at < app_now() - make_interval(secs => ${sendTimeoutSeconds})))`

/** A written-off attempt whose vendor reported the delivery later. */
export const isDeliveredAfterWriteOff = sql<boolean>`(attempts.state = 'written_off'
  and attempts.failure_reason is not distinct from ${sql.lit(lateDeliveryReason)})`

/** Writes off an attempt with an unknown outcome, so that the customer is refunded. */
export async function writeOff(
  tx: Tx,
  attempt: Attempt,
  event: 'clock.written_off' | 'manager.written_off',
): Promise<void> {
  const unknown =
    attempt.state === 'sending'
      ? await attemptMachine.transition(tx, attempt, 'unknown', {}, { event })
      : attempt
  await attemptMachine.transition(tx, unknown, 'written_off', { due_at: inSeconds(60 * 60) }, { event })
}

/**
 * The amount written off since midnight in Lagos, in kobo, for the daily cap. Holds a lock until the caller commits,
 * so that two workers cannot use the same remaining cap.
 */
export async function writtenOffTodayKobo(tx: Tx): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended('write-offs', 1))`.execute(tx)
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount_kobo), 0)::text as sum from attempts where state = 'written_off'
    and state_since >= date_trunc('day', app_now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos'`.execute(
    tx,
  )
  return BigInt(rows[0]?.sum ?? 0)
}

export const lockAttempt = (tx: Tx, id: string): Promise<Attempt> =>
  tx.selectFrom('attempts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** All attempts of an order, newest first. */
export const attemptsOf = (db: Database['q'] | Tx, orderId: OrderId): Promise<Attempt[]> =>
  db
    .selectFrom('attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .execute()
