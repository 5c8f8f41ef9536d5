import type { OrderId } from '../../shared/ids.ts'
import { formatMoney } from '../../shared/money.ts'
import type { RunReason } from '../../shared/schedules.ts'
import { applicationTime } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { limitsForBackgroundPurchase, type Order } from '../purchase/index.ts'
import { prepareOrder } from '../services.ts'
import { runTime } from './calendar.ts'
import type { ScheduleDeps } from './deps.ts'
import { failRun, retryRun, skipRun } from './end-run.ts'
import { payRun } from './pay-run.ts'
import { scheduleCallerOf, scheduleQuoteRequestOf } from './request.ts'
import { nextStepAfter, type RetriedReason } from './retry-rules.ts'
import {
  isOwnerBlocked,
  lockRun,
  lockSchedule,
  type RunRow,
  type ScheduleRow,
  scheduleById,
  scheduleRunMachine,
  spentInMonth,
} from './store.ts'
import { scheduleServerTexts } from './texts.ts'

/** The order to advance; null when none was paid. */
type RunResult = { readonly orderId: OrderId } | null

/**
 * Processes one run: prices the purchase, stores that it is about to be paid, then pays. Each step is
 * committed before the next, so a run that was interrupted continues and never pays twice.
 * @returns the order to advance, when it is paid
 */
export async function processRun(deps: ScheduleDeps, run: RunRow): Promise<RunResult> {
  const schedule = await scheduleById(deps.db.q, run.schedule_id)
  try {
    const payingRun = run.state === 'waiting' ? await startPaying(deps, schedule, run) : run
    return payingRun ? await payRun(deps, schedule, payingRun) : null
  } catch (error) {
    await handleFailure(deps, run, error)
    return null
  }
}

async function startPaying(deps: ScheduleDeps, schedule: ScheduleRow, run: RunRow): Promise<RunRow | null> {
  const rejection = await rejectionOf(deps, schedule, run)
  if (rejection) {
    await skipRun(deps, run, rejection)
    return null
  }
  const order = await createRunOrder(deps, schedule, run)
  const lockResult = await deps.db.inTransaction(async (tx) => {
    const lockedSchedule = await lockSchedule(tx, schedule.id)
    const { max_run_kobo, max_month_kobo } = lockedSchedule
    const lockedRun = await lockRun(tx, run.id)
    if (lockedRun.state !== 'waiting') return 'changed'
    if (isStopped(lockedSchedule))
      return { reason: 'schedule_stopped' as const, text: scheduleServerTexts.scheduleStopped() }
    const total = formatMoney(order.total_kobo)
    if (order.total_kobo > max_run_kobo)
      return {
        reason: 'above_run_limit' as const,
        text: scheduleServerTexts.aboveRunLimit({ total, limit: formatMoney(max_run_kobo) }),
      }
    if ((await spentInMonth(tx, lockedRun)) + order.total_kobo > max_month_kobo)
      return {
        reason: 'above_month_limit' as const,
        text: scheduleServerTexts.aboveMonthLimit({ limit: formatMoney(max_month_kobo) }),
      }
    const patch = { order_id: order.id, total_kobo: order.total_kobo, reason_code: null, reason: null }
    const waitingRun = { id: lockedRun.id, state: lockedRun.state }
    return scheduleRunMachine.transition(tx, waitingRun, 'paying', patch, { event: 'engine.payment_started' })
  })
  if (lockResult === 'changed') return null
  if ('id' in lockResult) return { ...run, state: 'paying', order_id: order.id, total_kobo: order.total_kobo }
  await skipRun(deps, run, lockResult)
  return null
}

/**
 * True once its owner, or a rejected run, has stopped the schedule. Runs that wait are skipped then, but one that was
 * `paying` waits again when nothing was taken. A schedule of one run ends when that run starts.
 */
const isStopped = ({ state, frequency }: ScheduleRow): boolean =>
  state === 'paused' || (state === 'ended' && frequency !== 'once')

/** Why a run may not start; null when it may. */
async function rejectionOf(
  deps: ScheduleDeps,
  schedule: ScheduleRow,
  run: RunRow,
): Promise<{ reason: RunReason; text: string } | null> {
  if (await isOwnerBlocked(deps.db.q, schedule))
    return { reason: 'account_blocked', text: scheduleServerTexts.accountBlocked() }
  // The schedule may have bought for this period before the database was restored.
  const { recoveredAt } = await deps.restoreDetector.read()
  if (recoveredAt && runTime(run.period) <= recoveredAt)
    return { reason: 'database_restored', text: scheduleServerTexts.databaseRestored() }
  return null
}

/** Creates the run's order at current prices; repeated after a crash, it returns the same order. */
const createRunOrder = (deps: ScheduleDeps, schedule: ScheduleRow, run: RunRow): Promise<Order> =>
  prepareOrder(scheduleQuoteRequestOf(schedule))(
    { ...deps, limits: limitsForBackgroundPurchase(deps.limits) },
    scheduleCallerOf(deps, schedule, run),
  )

const retryTexts = {
  wallet_too_low: scheduleServerTexts.walletTooLowRetry,
  provider_unavailable: scheduleServerTexts.providerUnavailableRetry,
  price_changed: scheduleServerTexts.priceChangedRetry,
} satisfies Record<RetriedReason, (next: { time: string }) => string>

const failureTexts = {
  wallet_too_low: scheduleServerTexts.walletTooLow,
  provider_unavailable: scheduleServerTexts.providerUnavailable,
  price_changed: scheduleServerTexts.priceChanged,
} satisfies Record<RetriedReason, () => string>

/** Applies the retry rules to an error by which the run was not paid. An unexpected error is retried with the lease. */
async function handleFailure(deps: ScheduleDeps, run: RunRow, error: unknown): Promise<void> {
  if (!(error instanceof ApiError)) throw error
  const now = await applicationTime(deps.db.q)
  const ageSeconds = (now.getTime() - run.created_at.getTime()) / 1_000
  const step = nextStepAfter(error, { lowWalletCount: run.low_wallet_count, ageSeconds })
  switch (step.type) {
    case 'retry':
      return retryRun(deps, run, { ...step, text: retryTexts[step.reason] })
    case 'give_up':
      return failRun(deps, run, { reason: step.reason, text: failureTexts[step.reason]() })
    case 'reject': {
      const reason = (Object.values(error.errors ?? {})[0]?.[0] ?? error.message).replace(/\.?$/, '.')
      return failRun(deps, run, {
        reason: 'refused',
        text: scheduleServerTexts.refused({ reason }),
        pausesSchedule: true,
      })
    }
  }
}
