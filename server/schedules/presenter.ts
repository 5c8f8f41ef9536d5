import type { ScheduleId, UserId } from '../../shared/ids.ts'
import { nairaOf } from '../../shared/money.ts'
import type { OrderState } from '../../shared/orders.ts'
import { processPageUrl } from '../../shared/pages.ts'
import {
  type OpenRunState,
  openRunStates,
  type RunState,
  type Schedule,
  type ScheduleRun,
} from '../../shared/schedules.ts'
import type { Database } from '../database/index.ts'
import { serviceChargeSetting } from '../service-data/index.ts'
import { currentCard } from './card.ts'
import type { ScheduleDeps } from './deps.ts'
import type { RunRow, ScheduleRow } from './store.ts'

const maxSchedules = 50
const maxRuns = 50

type PresenterDeps = Pick<ScheduleDeps, 'db' | 'settings'>

/** A schedule in API form, for its owner. */
export async function scheduleFrom({ db, settings }: PresenterDeps, row: ScheduleRow): Promise<Schedule> {
  const card = await currentCard(db.q, row)
  const chargeSetting = serviceChargeSetting(row.service, row.provider)
  return {
    id: row.id,
    state: row.state,
    service: row.service,
    title: row.title,
    number: row.number.replace(/^\+234(?=\d{10}$)/, '0'),
    amount: nairaOf(row.amount_kobo),
    service_charge: chargeSetting ? nairaOf(BigInt(await settings.get(chargeSetting))) : 0,
    frequency: row.frequency,
    start_on: row.start_on,
    next_on: row.state === 'active' ? row.next_on : null,
    payment_method: row.payment_method,
    card: card ? `${card.type} ${card.last_digits}` : null,
    max_per_run: nairaOf(row.max_run_kobo),
    max_per_month: nairaOf(row.max_month_kobo),
    remind_by: row.remind_by,
    pause_reason: row.state === 'paused' ? row.pause_reason : null,
    open_run: row.state === 'ended' ? await openRunOf(db, row.id) : null,
    created_at: row.created_at.toISOString(),
  }
}

/** The state of a schedule's last run; null once it has ended, and without runs. */
async function openRunOf(db: Database, scheduleId: ScheduleId): Promise<OpenRunState | null> {
  const run = await db.q
    .selectFrom('schedule_runs')
    .leftJoin('orders', 'orders.id', 'schedule_runs.order_id')
    .select(['schedule_runs.state', 'orders.paid_at', 'orders.state as order_state'])
    .where('schedule_id', '=', scheduleId)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()
  const state = run && runStateOf(run)
  return openRunStates.find((openState) => openState === state) ?? null
}

/** The user's schedules: those with runs to come first, then the newest. */
export async function listSchedules(deps: PresenterDeps, userId: UserId): Promise<Schedule[]> {
  const rows = await deps.db.q
    .selectFrom('schedules')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy((eb) => eb('state', '=', 'ended'))
    .orderBy('created_at', 'desc')
    .limit(maxSchedules)
    .execute()
  return Promise.all(rows.map((row) => scheduleFrom(deps, row)))
}

/** The latest runs of a schedule, with their orders. */
export async function runsOf(db: Database, scheduleId: ScheduleId): Promise<ScheduleRun[]> {
  const rows = await db.q
    .selectFrom('schedule_runs')
    .leftJoin('orders', 'orders.id', 'schedule_runs.order_id')
    .selectAll('schedule_runs')
    .select(['orders.reference', 'orders.service', 'orders.access_token', 'orders.paid_at'])
    .select('orders.state as order_state')
    .where('schedule_id', '=', scheduleId)
    .orderBy('period', 'desc')
    .limit(maxRuns)
    .execute()
  return rows.map((row) => {
    const state = runStateOf(row)
    const isOrdered = row.reference !== null && row.service !== null && row.order_state !== 'quoted'
    return {
      id: row.id,
      period: row.period,
      state,
      reason_code: row.reason_code,
      reason: row.reason,
      next_attempt_at: state === 'waiting' ? (row.due_at?.toISOString() ?? null) : null,
      reference: isOrdered ? row.reference : null,
      link:
        isOrdered && row.service && row.reference
          ? processPageUrl(row.service, row.reference, row.access_token)
          : null,
      total_amount: row.total_kobo === null ? null : nairaOf(row.total_kobo),
      can_pay: canPay(row) && row.paid_at === null,
    }
  })
}

/** A run whose order is paid, also later than planned, has the state of that order. */
function runStateOf(
  row: Pick<RunRow, 'state'> & { paid_at: Date | null; order_state: OrderState | null },
): RunState {
  if (row.paid_at !== null) {
    return row.order_state === 'delivered' || row.order_state === 'refunded' ? row.order_state : 'pending'
  }
  return row.state === 'paid' ? 'pending' : row.state
}

/** Runs that bought nothing and whose owner may still buy. */
export const canPay = ({ state, reason_code }: Pick<RunRow, 'state' | 'reason_code'>): boolean =>
  (state === 'failed' && reason_code !== 'refused') ||
  (state === 'skipped' && (reason_code === 'above_run_limit' || reason_code === 'database_restored'))
