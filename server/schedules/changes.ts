import { dayOf } from '../../shared/lagos-days.ts'
import { recordAccountEvent } from '../audit/index.ts'
import { applicationTime, type Tx } from '../database/index.ts'
import { type Actor, ApiError, type Caller } from '../http/index.ts'
import { reminderTime, runTime } from './calendar.ts'
import type { ScheduleDeps } from './deps.ts'
import { planNext, plannedDay } from './plan.ts'
import { type ScheduleRow, scheduleById, scheduleMachine, scheduleRunMachine, userSchedule } from './store.ts'
import { scheduleServerTexts } from './texts.ts'

type OwnerAction = 'skip' | 'pause' | 'resume' | 'end'

/** Changes a schedule of the user under its lock. @throws ApiError NOT_FOUND, and as the change does */
async function changeSchedule(
  { db }: ScheduleDeps,
  { id, caller, action }: { id: string; caller: Caller<Actor>; action: OwnerAction },
  change: (tx: Tx, schedule: ScheduleRow) => Promise<void>,
): Promise<ScheduleRow> {
  return db.inTransaction(async (tx) => {
    await change(tx, await userSchedule(tx, { userId: caller.actor.userId, id, forUpdate: true }))
    await recordAccountEvent(tx, {
      actor: caller.actor,
      action: `schedule.${action}`,
      subject: id,
      requestId: caller.requestId,
    })
    return scheduleById(tx, id)
  })
}

const notNow = (message: string) => new ApiError('NOT_NOW', { message })

/**
 * Leaves out the next run.
 * @throws ApiError NOT_NOW if the schedule is not active, or its next run is not on `period`, as after a repeated press
 */
export const skipNextRun = (deps: ScheduleDeps, id: string, period: string, caller: Caller<Actor>) =>
  changeSchedule(deps, { id, caller, action: 'skip' }, async (tx, schedule) => {
    if (schedule.state !== 'active') throw notNow(scheduleServerTexts.notActive())
    if (schedule.next_on !== period) throw notNow(scheduleServerTexts.nothingToSkip())
    await tx
      .insertInto('schedule_runs')
      .values({
        schedule_id: id,
        period,
        state: 'skipped',
        reason_code: 'skipped_by_owner',
        reason: scheduleServerTexts.skippedByOwner(),
      })
      .onConflict((run) => run.columns(['schedule_id', 'period']).doNothing())
      .execute()
    await planNext(tx, schedule, { period, now: await applicationTime(tx) })
  })

/** Pauses a schedule; a run that waits for its next attempt is skipped. */
export const pauseUserSchedule = (deps: ScheduleDeps, id: string, caller: Caller<Actor>) =>
  changeSchedule(deps, { id, caller, action: 'pause' }, async (tx, { state }) => {
    if (state !== 'active') throw notNow(scheduleServerTexts.notActive())
    const patch = { due_at: null, pause_reason: null }
    await scheduleMachine.transition(tx, { id, state }, 'paused', patch, { event: 'customer.paused' })
    await skipWaitingRuns(tx, id)
  })

/** Resumes a schedule with its planned day, or the next one if that has passed; missed days are not made up for. */
export const resumeUserSchedule = (deps: ScheduleDeps, id: string, caller: Caller<Actor>) =>
  changeSchedule(deps, { id, caller, action: 'resume' }, async (tx, schedule) => {
    const { state } = schedule
    if (state !== 'paused') throw notNow(scheduleServerTexts.notPaused())
    const now = await applicationTime(tx)
    const today = dayOf(now)
    const isPlannedDayAhead = schedule.next_on !== null && now < runTime(schedule.next_on)
    const next_on = isPlannedDayAhead ? schedule.next_on : await plannedDay(tx, schedule, today)
    if (next_on === null) throw notNow(scheduleServerTexts.nothingToSkip())
    // A reminder on the day itself would name the wrong day.
    const due_at = next_on === today ? runTime(next_on) : reminderTime(next_on)
    const patch = { next_on, due_at, pause_reason: null }
    await scheduleMachine.transition(tx, { id, state }, 'active', patch, { event: 'customer.resumed' })
  })

/** Ends a schedule. A run whose payment has started is completed; when nothing was taken, it is not tried again. */
export const endUserSchedule = (deps: ScheduleDeps, id: string, caller: Caller<Actor>) =>
  changeSchedule(deps, { id, caller, action: 'end' }, async (tx, { state }) => {
    await skipWaitingRuns(tx, id)
    await stopPayingRuns(tx, id)
    if (state === 'ended') return
    const patch = { next_on: null, due_at: null }
    await scheduleMachine.transition(tx, { id, state }, 'ended', patch, { event: 'customer.ended' })
  })

async function skipWaitingRuns(tx: Tx, id: string): Promise<void> {
  const patch = {
    due_at: null,
    reason_code: 'schedule_stopped' as const,
    reason: scheduleServerTexts.scheduleStopped(),
  }
  await scheduleRunMachine
    .transitionWhere(tx, 'waiting', 'skipped', patch, { event: 'customer.run_skipped' })
    .where('schedule_id', '=', id)
    .execute()
}

/**
 * Marks runs that must not be retried. The schedule's state does not show it: a schedule of one run has ended when that
 * run starts.
 */
const stopPayingRuns = (tx: Tx, id: string) =>
  tx
    .updateTable('schedule_runs')
    .set({ reason_code: 'schedule_stopped' })
    .where('schedule_id', '=', id)
    .where('state', '=', 'paying')
    .execute()
