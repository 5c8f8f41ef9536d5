import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import { type Database, inSeconds, type Tx } from '../database/index.ts'
import { type Attempt, sendingSeconds } from './attempt.ts'
import { type Finding, judge, type Manners, type Verdict } from './judge.ts'
import type { Outcome, Vendor, VendorName, VendRequest } from './vendor.ts'

export type Vendors = Partial<Record<VendorName, Vendor>>

/** What is tried for whom. */
export interface Wanted {
  readonly service: Service
  readonly beneficiary: string
}

/**
 * Seconds to wait until this vendor no longer takes a purchase of this service for this beneficiary for a
 * duplicate; 0 when it may go. Orders for one beneficiary stand in line here until the caller commits.
 * @returns also the business time at which it was asked
 */
export async function waitForTurn(
  tx: Tx,
  vendor: Vendor,
  { service, beneficiary }: Wanted,
): Promise<{ waitSeconds: number; now: Date }> {
  // A statement of its own: the next one must see what whoever stood before us has committed.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${vendor.name} ${service} ${beneficiary}`}, 1))`.execute(
    tx,
  )
  const { rows } = await sql<{ wait: number | null; now: Date }>`
    select ceil(extract(epoch from max(sent_at) + make_interval(secs => ${vendor.duplicateWindowSeconds}) - business_now()))::int as wait,
      business_now() as now
    from attempts where vendor = ${vendor.name} and beneficiary = ${beneficiary} and state <> 'failed'
      and (service = ${service} or service is null)`.execute(tx)
  const [row] = rows
  return { waitSeconds: Math.max(0, row?.wait ?? 0), now: row?.now ?? new Date() }
}

/**
 * Commits, with the caller's transaction, that one order is about to be sent to one vendor. The
 * database allows one try that is not proven failed, and one at each vendor.
 * @param now business time, for the request id
 * @returns undefined when another try is open: somebody else won
 */
export const openAttempt = (
  tx: Tx,
  vendor: Vendor,
  it: Wanted & { orderId: string; amountKobo: bigint; handle: string | null; now: Date },
): Promise<Attempt | undefined> =>
  tx
    .insertInto('attempts')
    .values({
      order_id: it.orderId,
      vendor: vendor.name,
      service: it.service,
      request_id: vendor.requestId(it.now, randomBytes(10).toString('hex')),
      beneficiary: it.beneficiary,
      handle: it.handle,
      state: 'sending',
      amount_kobo: it.amountKobo,
      due_at: inSeconds(sendingSeconds),
    })
    .onConflict((row) => row.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Sends a committed attempt. Never called twice for one commit. */
export const sendAttempt = (
  vendor: Vendor,
  attempt: Attempt,
  it: Omit<VendRequest, 'requestId' | 'handle'>,
): Promise<Outcome> => vendor.vend({ ...it, requestId: attempt.request_id, handle: attempt.handle })

/** Asks about it. */
export const ask = (
  vendor: Vendor,
  attempt: Attempt,
  it: Omit<VendRequest, 'requestId' | 'handle'>,
): Promise<Outcome> => vendor.requery({ ...it, requestId: attempt.request_id, handle: attempt.handle })

/** Takes the right to ask about an attempt whose time has come. Exactly one asker gets it, as it then stands. */
export const claimAsk = (db: Database, attempt: Attempt): Promise<Attempt | undefined> =>
  db.q
    .updateTable('attempts')
    .set({ due_at: inSeconds(sendingSeconds) })
    .where('id', '=', attempt.id)
    .where('version', '=', attempt.version)
    .where('due_at', '<=', sql<Date>`business_now()`)
    .returningAll()
    .executeTakeFirst()

/**
 * Writes down an answer about an attempt, within the transaction that moves its order.
 * @param seen the attempt as it was when the question went out; when it has moved since, it is read again
 */
export async function recordOutcome(
  tx: Tx,
  vendor: Manners,
  seen: Attempt,
  outcome: Outcome,
): Promise<{ verdict: Verdict; attempt: Attempt }> {
  const now = outcome.is === 'unknown' ? await businessNow(tx) : seen.created_at
  const found = judge(vendor, seen, outcome, now)
  const saved = found && (await saveIfUnmoved(tx, seen, found))
  if (saved) return { verdict: found.verdict, attempt: saved }
  const attempt = await lockAttempt(tx, seen.id)
  const again = judge(vendor, attempt, outcome, now)
  const savedNow = again && (await saveIfUnmoved(tx, attempt, again))
  return savedNow ? { verdict: again.verdict, attempt: savedNow } : { verdict: { is: 'observed' }, attempt }
}

const saveIfUnmoved = (
  tx: Tx,
  attempt: Attempt,
  { values, dueInSeconds }: Finding,
): Promise<Attempt | undefined> =>
  tx
    .updateTable('attempts')
    .set({ ...values, due_at: dueInSeconds === null ? null : inSeconds(dueInSeconds) })
    .where('id', '=', attempt.id)
    .where('version', '=', attempt.version)
    .returningAll()
    .executeTakeFirst()

/** Gives up an unknown attempt after a day, so that the customer is refunded. */
export async function writeOff(tx: Tx, attempt: Attempt): Promise<void> {
  await tx
    .updateTable('attempts')
    .set({ state: 'written_off', due_at: inSeconds(60 * 60) })
    .where('id', '=', attempt.id)
    .execute()
}

/**
 * What was written off since midnight in Lagos, kobo: the daily cap is compared with it. Whoever asks
 * keeps the others waiting until it commits, so that no two write off the same rest of the cap.
 */
export async function writtenOffTodayKobo(tx: Tx): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended('write-offs', 1))`.execute(tx)
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount_kobo), 0)::text as sum from attempts where state = 'written_off'
    and state_since >= date_trunc('day', business_now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos'`.execute(
    tx,
  )
  return BigInt(rows[0]?.sum ?? 0)
}

export const lockAttempt = (tx: Tx, id: string): Promise<Attempt> =>
  tx.selectFrom('attempts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Every try at an order, newest first. */
export const attemptsOf = (db: Database['q'] | Tx, orderId: string): Promise<Attempt[]> =>
  db
    .selectFrom('attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .execute()

async function businessNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select business_now() as now`.execute(tx)
  return rows[0]?.now ?? new Date()
}
