import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type Database, withLongTimeout } from '../database/index.ts'
import { inWorkContext } from '../telemetry/index.ts'

/** A scheduled job. Each run executes on one process. */
export interface ScheduledJob {
  readonly name: string
  /**
   * Queue and schedule of pg-boss. A renamed job keeps its first name here: during an upgrade, the previous release
   * uses the same queue and removes schedules that it does not list. Default: the job's name.
   */
  readonly queue?: string
  /** Cron expression of five fields, Lagos time. */
  readonly cron: string
  readonly run: () => Promise<unknown>
  /**
   * A run that takes longer counts as lost with its process, and the next one may start. Default: ten
   * minutes.
   */
  readonly timeoutSeconds?: number
}

export interface CronSchedule {
  /** Queues one run of a job in addition to its schedule. */
  queueRun(name: string): Promise<void>
  stop(): Promise<void>
}

export interface ScheduleOptions {
  /** Interval at which processes check for due runs, seconds. */
  readonly pollingSeconds?: number
  /** Called for a failed run, after it is logged. */
  readonly onFailure?: (job: string) => Promise<void>
}

/**
 * Starts pg-boss, which stores the schedule in the database and gives each run to one process. Removes jobs
 * that are no longer listed. A failed run is logged, and the job runs again at its next scheduled time.
 */
export async function startSchedule(
  db: Database,
  log: Logger,
  jobs: readonly ScheduledJob[],
  { pollingSeconds = 30, onFailure = async () => undefined }: ScheduleOptions = {},
): Promise<CronSchedule> {
  const boss = new PgBoss({
    db: db.jobsConnection,
    backend: db.engine === 'embedded' ? 'pglite' : 'postgres',
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job scheduler error'))
  await boss.start()
  const queues = new Map(jobs.map((job) => [job.name, job.queue ?? job.name]))
  const listedQueues = new Set(queues.values())
  for (const { name } of await boss.getSchedules()) if (!listedQueues.has(name)) await boss.unschedule(name)
  for (const { name, queue = name, cron, run, timeoutSeconds = 600 } of jobs) {
    await boss.createQueue(queue, {
      policy: 'singleton',
      retryLimit: 0,
      expireInSeconds: timeoutSeconds,
      deleteAfterSeconds: 86_400,
    })
    await boss.schedule(queue, cron, {}, { tz: 'Africa/Lagos', expireInSeconds: timeoutSeconds })
    const runAndReport = async () => {
      try {
        await withLongTimeout(run)
      } catch (error) {
        log.error({ err: error, job: name }, 'scheduled job failed')
        await onFailure(name)
        throw error
      }
    }
    await boss.work(queue, { pollingIntervalSeconds: pollingSeconds }, () => inWorkContext(runAndReport))
  }
  return {
    async queueRun(name) {
      await boss.send(queues.get(name) ?? name, {})
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
