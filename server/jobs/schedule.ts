import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'

/** Work that runs by the calendar, once for all processes together. */
export interface Scheduled {
  readonly name: string
  /** Five fields, Lagos time. */
  readonly cron: string
  readonly run: () => Promise<unknown>
}

export interface Schedule {
  stop(): Promise<void>
}

/** Hands the calendar to pg-boss, which keeps it in the database and gives each turn to one process. */
export async function keepSchedule(
  db: Database,
  log: Logger,
  works: readonly Scheduled[],
): Promise<Schedule> {
  const boss = new PgBoss({
    db: db.jobsConnection,
    backend: db.engine === 'embedded' ? 'pglite' : 'postgres',
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the schedule has a fault'))
  await boss.start()
  for (const { name, cron, run } of works) {
    await boss.createQueue(name, {
      policy: 'singleton',
      retryLimit: 0,
      expireInSeconds: 600,
      deleteAfterSeconds: 86_400,
    })
    await boss.schedule(name, cron, {}, { tz: 'Africa/Lagos' })
    await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
      await run()
    })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) }
}
