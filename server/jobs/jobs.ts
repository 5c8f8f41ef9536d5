import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import { type Poller, startPolling } from './poller.ts'
import { createQueueRunner, type Queue, type QueueMetrics } from './queue.ts'
import { type CronSchedule, type ScheduledJob, startSchedule } from './schedule.ts'
import type { TaskRunner } from './task-runner.ts'

/** A check that every process repeats and that claims no rows: its statements allow concurrent runs. */
export interface PeriodicCheck {
  readonly name: string
  readonly pollMs: number
  /** @returns the number of changes */
  readonly run: () => Promise<number>
}

interface JobsOptions<Name extends string> {
  readonly db: Database
  readonly log: Logger
  /** Runs the claimed rows, so that a stop waits for them. */
  readonly taskRunner: TaskRunner
  readonly queues: readonly Queue<Name>[]
  readonly checks?: readonly PeriodicCheck[]
  /** Each run executes on one process. */
  readonly cron?: readonly ScheduledJob[]
  /** Called for a failed cron run, after it is logged. */
  readonly onCronFailure?: (name: string) => Promise<void>
}

/** All work outside requests. */
export interface Jobs<Name extends string> {
  /** Starts the queues, the checks and the cron jobs. */
  start(): Promise<void>
  /** Polls a queue now, also before `start`. */
  trigger(name: Name): void
  /** Claims and starts the due rows of every queue, then runs every check. @returns the number of rows and changes */
  runDueJobs(): Promise<number>
  metrics(): Promise<ReadonlyMap<Name, QueueMetrics>>
  /** Stops claiming and waits up to `withinMs` for what runs. @returns false when some still run */
  stop(withinMs: number): Promise<boolean>
}

export function createJobs<Name extends string>(options: JobsOptions<Name>): Jobs<Name> {
  const { db, log, taskRunner, checks = [], cron = [] } = options
  const runners = new Map(
    options.queues.map((queue) => [queue.name, createQueueRunner(queue, { taskRunner, log })]),
  )
  const pollers: Poller[] = []
  let schedule: CronSchedule | undefined
  return {
    async start() {
      for (const runner of runners.values()) runner.start()
      for (const { name, pollMs, run } of checks)
        pollers.push(startPolling(pollMs, run, log.child({ check: name })))
      schedule = await startSchedule(db, log, cron, { onFailure: options.onCronFailure })
    },
    trigger(name) {
      runners.get(name)?.trigger()
    },
    async runDueJobs() {
      const claimedCounts = await Promise.all([...runners.values()].map((runner) => runner.poll()))
      let dueCount = claimedCounts.reduce((sum, count) => sum + count, 0)
      for (const { run } of checks) dueCount += await run()
      return dueCount
    },
    async metrics() {
      const metrics = new Map<Name, QueueMetrics>()
      for (const [name, runner] of runners) metrics.set(name, await runner.metrics())
      return metrics
    },
    async stop(withinMs) {
      await Promise.all([...runners.values(), ...pollers].map((running) => running.stop()))
      await schedule?.stop()
      return taskRunner.drain(withinMs)
    },
  }
}
