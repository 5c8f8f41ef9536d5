import type { ScheduleId } from '../../shared/ids.ts'
import { addDays, dayOf } from '../../shared/lagos-days.ts'
import { formatMoney } from '../../shared/money.ts'
import { schedulesPath } from '../../shared/pages.ts'
import { applicationTime, type Database, type Tx } from '../database/index.ts'
import { nextDay, reminderTime, runTime } from './calendar.ts'
import type { ScheduleDeps } from './deps.ts'
import { notifyScheduleOwner } from './messages.ts'
import { lockSchedule, type ScheduleRow, scheduleMachine } from './store.ts'
import { scheduleServerTexts } from './texts.ts'
import { usageOf } from './usage.ts'

/** A purchase by forecast without a forecast is planned again after this many days. */
const noForecastDays = 7
/** A schedule by forecast waits for its open run, and checks it at this interval. */
const openRunPollMs = 60 * 60 * 1_000

/**
 * The next day of a schedule after `after`; null when no run follows. By forecast: the day before the units are likely
 * to run low.
 */
export async function plannedDay(
  db: Database['q'] | Tx,
  schedule: Pick<ScheduleRow, 'user_id' | 'number' | 'frequency' | 'start_on'>,
  after: string,
): Promise<string | null> {
  if (schedule.frequency !== 'low_units') return nextDay(schedule.frequency, schedule.start_on, after)
  const [usage] = await usageOf(db, schedule.user_id, schedule.number)
  if (!usage) return addDays(after, noForecastDays)
  const day = addDays(dayOf(usage.lowAt), -1)
  return day > after ? day : addDays(after, 1)
}

/** Does what is due on an active schedule: reminds its owner a day before, or starts the run of its period. */
export async function processSchedule(deps: ScheduleDeps, { id }: ScheduleRow): Promise<'run' | 'none'> {
  const result = await deps.db.inTransaction(async (tx) => {
    const schedule = await lockSchedule(tx, id)
    if (schedule.state !== 'active' || schedule.next_on === null) {
      await updateSchedule(tx, id, { due_at: null })
      return 'none'
    }
    const now = await applicationTime(tx)
    if (schedule.frequency === 'low_units' && (await hasOpenRun(tx, id))) {
      await waitForOpenRun(tx, id, now)
      return 'none'
    }
    const period = await currentPeriod(tx, schedule, schedule.next_on, now)
    if (now < reminderTime(period)) {
      await updateSchedule(tx, id, { next_on: period, due_at: reminderTime(period) })
      return 'none'
    }
    if (now >= runTime(period)) {
      await startRun(tx, schedule, period, now)
      return 'run'
    }
    await remind(deps, tx, schedule, period)
    await updateSchedule(tx, id, { next_on: period, reminded_on: period, due_at: runTime(period) })
    return 'none'
  })
  deps.triggerOutbox()
  return result
}

/** The day of the next run; of a run by forecast, later than planned when its owner bought in between. */
async function currentPeriod(tx: Tx, schedule: ScheduleRow, planned: string, now: Date): Promise<string> {
  if (schedule.frequency !== 'low_units') return planned
  const forecast = await plannedDay(tx, schedule, addDays(dayOf(now), -1))
  return forecast !== null && forecast > planned ? forecast : planned
}

/**
 * True while a run may still buy, or its purchase is neither delivered nor refunded. The forecast does not include
 * these units yet: another run would buy them again.
 */
async function hasOpenRun(tx: Tx, scheduleId: ScheduleId): Promise<boolean> {
  const openRun = await tx
    .selectFrom('schedule_runs')
    .leftJoin('orders', 'orders.id', 'schedule_runs.order_id')
    .select('schedule_runs.id')
    .where('schedule_id', '=', scheduleId)
    .where((run) =>
      run.or([
        run('schedule_runs.state', 'in', ['waiting', 'paying']),
        run('orders.state', 'in', ['paid', 'vending', 'vend_failed', 'refunding']),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return openRun !== undefined
}

/** Plans the next run for tomorrow at the earliest, and checks again in an hour. */
const waitForOpenRun = (tx: Tx, scheduleId: ScheduleId, now: Date): Promise<void> =>
  updateSchedule(tx, scheduleId, {
    next_on: addDays(dayOf(now), 1),
    due_at: new Date(now.getTime() + openRunPollMs),
  })

/** Stores the run of a period, once, and plans the next one. Periods missed while nothing ran are left out. */
async function startRun(tx: Tx, schedule: ScheduleRow, period: string, now: Date): Promise<void> {
  await tx
    .insertInto('schedule_runs')
    .values({ schedule_id: schedule.id, period, state: 'waiting', due_at: now })
    .onConflict((run) => run.columns(['schedule_id', 'period']).doNothing())
    .execute()
  await planNext(tx, schedule, { period, now })
}

/** Plans the run after a period, or ends the schedule when none follows. */
export async function planNext(
  tx: Tx,
  schedule: ScheduleRow,
  { period, now }: { period: string; now: Date },
): Promise<void> {
  const today = dayOf(now)
  const nextPurchaseDay = await plannedDay(tx, schedule, period > today ? period : today)
  if (nextPurchaseDay !== null)
    return updateSchedule(tx, schedule.id, {
      next_on: nextPurchaseDay,
      due_at: reminderTime(nextPurchaseDay),
    })
  if (schedule.state !== 'active') return
  await scheduleMachine.transition(
    tx,
    { id: schedule.id, state: schedule.state },
    'ended',
    { next_on: null, due_at: null },
    { event: 'engine.last_run_started' },
  )
}

async function updateSchedule(
  tx: Tx,
  id: string,
  patch: Partial<Pick<ScheduleRow, 'next_on' | 'reminded_on' | 'due_at'>>,
): Promise<void> {
  await tx.updateTable('schedules').set(patch).where('id', '=', id).execute()
}

async function remind(deps: ScheduleDeps, tx: Tx, schedule: ScheduleRow, period: string): Promise<void> {
  if (schedule.reminded_on === period) return
  const { title, number } = schedule
  const values = { title, number, amount: formatMoney(schedule.amount_kobo) }
  await notifyScheduleOwner(deps, tx, {
    userId: schedule.user_id,
    channel: schedule.remind_by,
    key: `schedule-reminder:${schedule.id}:${period}`,
    subject: scheduleServerTexts.reminderSubject({ title, number }),
    body:
      schedule.payment_method === 'WALLET'
        ? scheduleServerTexts.reminderWallet(values)
        : scheduleServerTexts.reminderCard(values),
    link: { label: scheduleServerTexts.view(), path: schedulesPath },
  })
}
