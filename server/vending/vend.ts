import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '../database/index.ts'
import {
  type Attempt,
  mostSends,
  neverReceivedSeconds,
  neverReceivedTimes,
  nextAskSeconds,
  sendingSeconds,
} from './attempt.ts'
import type { Goods, Outcome, Vendor, VendorName, VendRequest } from './vendor.ts'

export type Vendors = Partial<Record<VendorName, Vendor>>
type Delivered = Extract<Outcome, { is: 'delivered' }>

/** What an answer means for the order. `late` is a delivery that was already written off. */
export type Verdict =
  | { is: 'delivered'; outcome: Delivered }
  | { is: 'late'; outcome: Delivered }
  | { is: 'failed'; because: string }
  | { is: 'unknown'; askInSeconds: number; resend: boolean }
  | { is: 'observed' }

const inSeconds = (seconds: number) => sql<Date>`business_now() + make_interval(secs => ${seconds})`

/**
 * Commits, with the caller's transaction, that one order is about to be sent to one vendor. The
 * database allows one try that is not proven failed.
 * @returns undefined when another try is open: somebody else won
 */
export async function openAttempt(
  tx: Tx,
  vendor: Vendor,
  it: { orderId: string; beneficiary: string; amountKobo: bigint },
): Promise<Attempt | undefined> {
  const { rows } = await sql<{ now: Date }>`select business_now() as now`.execute(tx)
  const now = rows[0]?.now ?? new Date()
  return tx
    .insertInto('attempts')
    .values({
      order_id: it.orderId,
      vendor: vendor.name,
      request_id: vendor.requestId(now, randomBytes(10).toString('hex')),
      beneficiary: it.beneficiary,
      state: 'sending',
      amount_kobo: it.amountKobo,
      due_at: inSeconds(sendingSeconds),
    })
    .onConflict((row) => row.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Seconds to wait until this vendor no longer takes a purchase for this beneficiary for a duplicate; 0
 * when it may go. Orders for one beneficiary stand in line here until the caller commits.
 */
export async function waitForTurn(tx: Tx, vendor: Vendor, beneficiary: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${vendor.name} ${beneficiary}`}, 1))`.execute(tx)
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from max(sent_at) + make_interval(secs => ${vendor.duplicateWindowSeconds}) - business_now()))::int as wait
    from attempts where vendor = ${vendor.name} and beneficiary = ${beneficiary} and state <> 'failed'`.execute(
    tx,
  )
  return Math.max(0, rows[0]?.wait ?? 0)
}

/** Sends a committed attempt. Never called twice for one commit. */
export const sendAttempt = (
  vendor: Vendor,
  attempt: Attempt,
  it: Omit<VendRequest, 'requestId'>,
): Promise<Outcome> => vendor.vend({ ...it, requestId: attempt.request_id })

/** Takes the right to ask about an attempt whose time has come. Exactly one asker gets it. */
export async function claimAsk(db: Database, attempt: Attempt): Promise<boolean> {
  const mine = await db.q
    .updateTable('attempts')
    .set({ due_at: inSeconds(sendingSeconds) })
    .where('id', '=', attempt.id)
    .where('version', '=', attempt.version)
    .where('due_at', '<=', sql<Date>`business_now()`)
    .executeTakeFirst()
  return mine.numUpdatedRows === 1n
}

export const ask = (vendor: Vendor, attempt: Attempt, goods: Goods): Promise<Outcome> =>
  vendor.requery(attempt.request_id, goods)

/** Writes down an answer about an attempt, within the transaction that moves its order. */
export async function recordOutcome(
  tx: Tx,
  vendor: Vendor,
  attemptId: string,
  outcome: Outcome,
): Promise<Verdict> {
  const attempt = await lockAttempt(tx, attemptId)
  if (attempt.state === 'delivered' || attempt.state === 'failed') return { is: 'observed' }
  if (attempt.state === 'written_off') return recordLate(tx, attempt, outcome)
  // To the second sending of one id, "duplicate" says that the first arrived.
  if (attempt.sends > 1 && outcome.is === 'failed' && outcome.because === 'duplicate')
    return recordUnknown(tx, vendor, attempt, { is: 'unknown', because: 'processing', code: outcome.code })
  switch (outcome.is) {
    case 'delivered':
      await save(tx, attempt, {
        state: 'delivered',
        vendor_reference: outcome.vendorReference,
        cost_kobo: outcome.costKobo,
        because: null,
        due_at: null,
      })
      return { is: 'delivered', outcome }
    case 'failed':
      await save(tx, attempt, { state: 'failed', because: outcome.because, code: outcome.code, due_at: null })
      return { is: 'failed', because: outcome.because }
    case 'unknown':
      return outcome.because === 'never_received'
        ? recordNeverReceived(tx, vendor, attempt, outcome.code)
        : recordUnknown(tx, vendor, attempt, outcome)
  }
}

async function recordUnknown(
  tx: Tx,
  vendor: Vendor,
  attempt: Attempt,
  outcome: Extract<Outcome, { is: 'unknown' }>,
): Promise<Verdict> {
  const askInSeconds = outcome.askAgainSeconds ?? nextAskSeconds(vendor.requerySeconds, attempt.asks)
  await save(tx, attempt, {
    state: 'unknown',
    because: outcome.because,
    code: outcome.code,
    asks: attempt.asks + 1,
    never_received: 0,
    never_received_since: null,
    due_at: inSeconds(askInSeconds),
  })
  return { is: 'unknown', askInSeconds, resend: false }
}

/**
 * The vendor says it never had this request id. The first call may still be on its way, so that is
 * an answer only when it was given three times over at least five minutes; then the same id goes out
 * once more where the vendor still takes it, else the try has failed.
 */
async function recordNeverReceived(
  tx: Tx,
  vendor: Vendor,
  attempt: Attempt,
  code: string | null,
): Promise<Verdict> {
  const times = attempt.never_received + 1
  const { rows } = await sql<{ age: number; now: Date }>`
    select extract(epoch from business_now() - coalesce(${attempt.never_received_since}::timestamptz, business_now()))::float8 as age,
      business_now() as now`.execute(tx)
  const { age, now } = rows[0] ?? { age: 0, now: new Date() }
  const settled = times >= neverReceivedTimes && age >= neverReceivedSeconds
  if (settled && (attempt.sends >= mostSends || !vendor.mayResend(attempt.request_id, now))) {
    await save(tx, attempt, { state: 'failed', because: 'never_received', code, due_at: null })
    return { is: 'failed', because: 'never_received' }
  }
  const askInSeconds = settled
    ? sendingSeconds
    : Math.max(20, Math.ceil(neverReceivedSeconds / neverReceivedTimes))
  await save(tx, attempt, {
    state: 'unknown',
    because: 'never_received',
    code,
    asks: attempt.asks + 1,
    never_received: settled ? 0 : times,
    never_received_since: settled ? null : (attempt.never_received_since ?? now),
    ...(settled ? { sends: attempt.sends + 1, sent_at: now } : {}),
    due_at: inSeconds(askInSeconds),
  })
  return { is: 'unknown', askInSeconds, resend: settled }
}

/** An attempt that was given up is still asked about: a delivery after the refund is our loss, and is booked. */
async function recordLate(tx: Tx, attempt: Attempt, outcome: Outcome): Promise<Verdict> {
  const over = outcome.is === 'delivered' || outcome.is === 'failed'
  await save(tx, attempt, {
    because: outcome.is,
    asks: attempt.asks + 1,
    due_at: over ? null : inSeconds(24 * 60 * 60),
    ...(outcome.is === 'delivered'
      ? { cost_kobo: outcome.costKobo, vendor_reference: outcome.vendorReference }
      : {}),
  })
  return outcome.is === 'delivered' ? { is: 'late', outcome } : { is: 'observed' }
}

/** Gives up an unknown attempt after a day, so that the customer is refunded. */
export async function writeOff(tx: Tx, attempt: Attempt): Promise<void> {
  await save(tx, attempt, { state: 'written_off', due_at: inSeconds(60 * 60) })
}

/** What was written off since midnight in Lagos, kobo: the daily cap is compared with it. */
export async function writtenOffTodayKobo(tx: Tx): Promise<bigint> {
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

const save = (tx: Tx, attempt: Attempt, values: object) =>
  tx.updateTable('attempts').set(values).where('id', '=', attempt.id).execute()
