import { defineTableQueue } from '../jobs/index.ts'
import { advanceInSlot, type OrderProcessor } from '../purchase/index.ts'
import { processAlert } from './alerts.ts'
import type { ScheduleDeps } from './deps.ts'
import { processSchedule } from './plan.ts'
import { processRun } from './run.ts'

/**
 * Runs that one process works on: enough to start 10,000 in five minutes, and few enough to leave database connections,
 * the order processor and vendors to paid guest orders. Each run waits for its vendor most of the time.
 */
const runConcurrency = { postgres: 24, embedded: 3 } as const
/** Reminders and starts of runs are a few statements each. */
const planConcurrency = { postgres: 4, embedded: 2 } as const
/** A run may wait for a card's gateway. */
const runLeaseSeconds = 90

/** Queues of schedules with a reminder or a run due, of runs, and of meters whose units may run low. */
export function scheduleQueues(deps: ScheduleDeps, orderProcessor: OrderProcessor, triggerRuns: () => void) {
  const advanceOrder = advanceInSlot(orderProcessor, deps)
  return [
    defineTableQueue(deps.db, 'schedules', {
      concurrency: planConcurrency[deps.db.engine],
      async process(schedule) {
        if ((await processSchedule(deps, schedule)) === 'run') triggerRuns()
      },
    }),
    defineTableQueue(deps.db, 'schedule_runs', {
      concurrency: runConcurrency[deps.db.engine],
      leaseSeconds: runLeaseSeconds,
      async process(run) {
        const result = await processRun(deps, run)
        if (result) await advanceOrder(result.orderId)
      },
    }),
    defineTableQueue(deps.db, 'low_units_alerts', {
      concurrency: planConcurrency[deps.db.engine],
      process: (alert) => processAlert(deps, alert),
    }),
  ]
}
