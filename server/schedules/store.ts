import { type Selectable, sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import { type Database, defineStateMachine, type Tables, type Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'

export type ScheduleRow = Selectable<Tables['schedules']>
export type RunRow = Selectable<Tables['schedule_runs']>
type Reader = Database['q'] | Tx

export const scheduleMachine = defineStateMachine('schedules', {
  active: {
    paused: ['customer.paused', 'engine.run_refused'],
    ended: ['customer.ended', 'engine.last_run_started'],
  },
  paused: { active: ['customer.resumed'], ended: ['customer.ended'] },
  ended: {},
})

/** A run that is `paying` may have been charged: it is never charged again before its payment is known. */
export const scheduleRunMachine = defineStateMachine('schedule_runs', {
  waiting: {
    paying: ['engine.payment_started'],
    skipped: ['engine.run_skipped', 'customer.run_skipped'],
    failed: ['engine.run_failed'],
  },
  paying: {
    paid: ['payment.succeeded'],
    waiting: ['payment.not_taken'],
    skipped: ['payment.not_taken'],
    failed: ['payment.failed', 'engine.run_failed'],
  },
  paid: {},
  skipped: {},
  failed: {},
})

/** A schedule of the user. @throws ApiError NOT_FOUND, also for one of another user */
export async function userSchedule(
  db: Reader,
  { userId, id, forUpdate = false }: { userId: UserId; id: string; forUpdate?: boolean },
): Promise<ScheduleRow> {
  const row = await db
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new ApiError('NOT_FOUND')
  return row
}

export const scheduleById = (db: Reader, id: string): Promise<ScheduleRow> =>
  db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function isOwnerBlocked(
  db: Reader,
  { user_id }: Pick<ScheduleRow, 'user_id'>,
): Promise<boolean> {
  const { blocked_at } = await db
    .selectFrom('users')
    .select('blocked_at')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return blocked_at !== null
}

export const lockSchedule = (tx: Tx, id: string): Promise<ScheduleRow> =>
  tx.selectFrom('schedules').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const lockRun = (tx: Tx, id: string): Promise<RunRow> =>
  tx.selectFrom('schedule_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/**
 * Cost of the schedule's runs in the month of a period, in kobo: paid runs, and those whose payment is in progress.
 * Refunded orders are left out.
 */
export async function spentInMonth(tx: Tx, { schedule_id, period, id }: RunRow): Promise<bigint> {
  const { rows } = await sql<{ spent: string }>`
    select coalesce(sum(run.total_kobo), 0)::text as spent
    from schedule_runs as run left join orders on orders.id = run.order_id
    where run.schedule_id = ${schedule_id} and run.id <> ${id} and left(run.period, 7) = left(${period}, 7)
      and (run.state in ('paying', 'paid') or orders.paid_at is not null)
      and orders.state is distinct from 'refunded'`.execute(tx)
  return BigInt(rows[0]?.spent ?? '0')
}
