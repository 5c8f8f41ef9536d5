import { createHash } from 'node:crypto'
import { formatDate } from '../../shared/dates.ts'
import { schedulesPath } from '../../shared/pages.ts'
import type { RunReason } from '../../shared/schedules.ts'
import { applicationTime, inSeconds, type Tx } from '../database/index.ts'
import { orderById } from '../purchase/index.ts'
import type { ScheduleDeps } from './deps.ts'
import { notifyScheduleOwner } from './messages.ts'
import type { RetriedReason } from './retry-rules.ts'
import { lockRun, lockSchedule, type RunRow, scheduleMachine, scheduleRunMachine } from './store.ts'
import { scheduleServerTexts } from './texts.ts'

type EndRunDeps = Pick<ScheduleDeps, 'db' | 'brandName' | 'appUrl' | 'triggerOutbox'>

/** A run that did not buy: the reason, the sentence for its owner, and whether its schedule is paused. */
interface RunEnd {
  readonly reason: RunReason
  readonly text: string
  readonly pausesSchedule?: boolean
}

/** Ends a run as failed, pauses its schedule on request, and notifies its owner of the reason and the next step. */
export const failRun = (deps: EndRunDeps, run: RunRow, end: RunEnd): Promise<void> =>
  changeRun(deps, run, async (tx, lockedRun) => {
    if (lockedRun.state !== 'waiting' && lockedRun.state !== 'paying') return
    const { id, state } = lockedRun
    const patch = { due_at: null, reason_code: end.reason, reason: end.text }
    await scheduleRunMachine.transition(tx, { id, state }, 'failed', patch, { event: 'engine.run_failed' })
    if (end.pausesSchedule) await pauseAfterFailure(tx, lockedRun.schedule_id, end.text)
    await notifyResult(deps, tx, lockedRun, end.text)
  })

/** Skips a run that waits, and notifies its owner of the reason. */
export const skipRun = (deps: EndRunDeps, run: RunRow, end: RunEnd): Promise<void> =>
  changeRun(deps, run, async (tx, lockedRun) => {
    if (lockedRun.state !== 'waiting') return
    const patch = { due_at: null, reason_code: end.reason, reason: end.text }
    const waitingRun = { id: lockedRun.id, state: lockedRun.state }
    await scheduleRunMachine.transition(tx, waitingRun, 'skipped', patch, { event: 'engine.run_skipped' })
    await notifyResult(deps, tx, lockedRun, end.text)
  })

/** Skips a run that was paying when its owner ended the schedule, and of which nothing was taken. */
async function skipStoppedRun(deps: EndRunDeps, tx: Tx, run: RunRow): Promise<void> {
  if (run.state !== 'paying') return
  const text = scheduleServerTexts.scheduleStopped()
  const payingRun = { id: run.id, state: run.state }
  const patch = { due_at: null, reason: text }
  await scheduleRunMachine.transition(tx, payingRun, 'skipped', patch, { event: 'payment.not_taken' })
  await notifyResult(deps, tx, run, text)
}

/**
 * Tries a run again later, with a new order at the price of that time. Its owner is notified the first time. A run that
 * was paying when its owner ended the schedule is skipped instead.
 * @param text the sentence, given the time of the next attempt
 */
export const retryRun = (
  deps: EndRunDeps,
  run: RunRow,
  {
    reason,
    seconds,
    text,
  }: { reason: RetriedReason; seconds: number; text: (next: { time: string }) => string },
): Promise<void> =>
  changeRun(deps, run, async (tx, lockedRun) => {
    if (lockedRun.state !== 'waiting' && lockedRun.state !== 'paying') return
    if (lockedRun.reason_code === 'schedule_stopped') return skipStoppedRun(deps, tx, lockedRun)
    const nextAttemptAt = new Date((await applicationTime(tx)).getTime() + seconds * 1_000)
    const sentence = text({ time: formatDate(nextAttemptAt) })
    const patch = {
      due_at: inSeconds(seconds),
      order_id: null,
      total_kobo: null,
      reason_code: reason,
      reason: sentence,
      ...(reason === 'wallet_too_low' && { low_wallet_count: lockedRun.low_wallet_count + 1 }),
    }
    if (lockedRun.state === 'paying')
      await scheduleRunMachine.transition(
        tx,
        { id: lockedRun.id, state: lockedRun.state },
        'waiting',
        patch,
        {
          event: 'payment.not_taken',
        },
      )
    else await tx.updateTable('schedule_runs').set(patch).where('id', '=', lockedRun.id).execute()
    if (reason === 'wallet_too_low' || (reason === 'provider_unavailable' && lockedRun.reason_code === null))
      await notifyResult(deps, tx, lockedRun, sentence)
  })

/**
 * Applies a change to a run that did not buy, under the lock of its schedule: pausing and ending take the same lock. A
 * run whose order another worker has paid in the meantime is left to its next attempt, which stores that it is paid.
 */
async function changeRun(
  deps: EndRunDeps,
  run: RunRow,
  change: (tx: Tx, lockedRun: RunRow) => Promise<void>,
): Promise<void> {
  await deps.db.inTransaction(async (tx) => {
    await lockSchedule(tx, run.schedule_id)
    const lockedRun = await lockRun(tx, run.id)
    if (!(await isOrderPaid(tx, lockedRun))) await change(tx, lockedRun)
  })
  deps.triggerOutbox()
}

async function isOrderPaid(tx: Tx, { order_id }: RunRow): Promise<boolean> {
  if (order_id === null) return false
  return (await orderById(tx, order_id)).paid_at !== null
}

async function pauseAfterFailure(tx: Tx, id: string, reason: string): Promise<void> {
  const patch = { due_at: null, pause_reason: reason }
  await scheduleMachine
    .transitionWhere(tx, 'active', 'paused', patch, { event: 'engine.run_refused' })
    .where('id', '=', id)
    .execute()
}

async function notifyResult(deps: EndRunDeps, tx: Tx, run: RunRow, body: string): Promise<void> {
  const schedule = await lockSchedule(tx, run.schedule_id)
  const { title, number } = schedule
  await notifyScheduleOwner(deps, tx, {
    userId: schedule.user_id,
    channel: schedule.remind_by,
    key: `schedule-result:${run.id}:${digestOf(body)}`,
    subject: scheduleServerTexts.resultSubject({ title, number }),
    body,
    link: { label: scheduleServerTexts.view(), path: schedulesPath },
  })
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)
