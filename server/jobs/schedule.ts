import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type Database, unhurried } from '../database/index.ts'

/** Work that runs by the calendar, once for all processes together. */
export interface Scheduled {
  readonly name: string
  /** Five fields, Lagos time. */
  readonly cron: string
  readonly run: () => Promise<unknown>
  /** A turn that took longer died with its process, and the next one may begin; ten minutes where absent. */
  readonly withinSeconds?: number
}

export interface Schedule {
  /** Asks for one turn of a work beside its calendar. */
  now(name: string): Promise<void>
  stop(): Promise<void>
}

export interface Watch {
  /** How soon a turn that has come is taken. */
  readonly lookEverySeconds?: number
  /** Hears of a turn that failed; the log has it already. */
  readonly failed?: (work: string) => Promise<void>
}

/**
 * Hands the calendar to pg-boss, which keeps it in the database and gives each turn to one process. Works
 * that are not on it any more leave it. A turn that fails is logged; the work is done again at its next turn.
 */
export async function keepSchedule(
  db: Database,
  log: Logger,
  works: readonly Scheduled[],
  { lookEverySeconds = 30, failed = async () => undefined }: Watch = {},
): Promise<Schedule> {
  const boss = new PgBoss({
    db: db.jobsConnection,
    backend: db.engine === 'embedded' ? 'pglite' : 'postgres',
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the schedule has a fault'))
  await boss.start()
  const wanted = new Set(works.map((it) => it.name))
  for (const { name } of await boss.getSchedules()) if (!wanted.has(name)) await boss.unschedule(name)
  for (const { name, cron, run, withinSeconds = 600 } of works) {
    await boss.createQueue(name, {
      policy: 'singleton',
      retryLimit: 0,
      expireInSeconds: withinSeconds,
      deleteAfterSeconds: 86_400,
    })
    await boss.schedule(name, cron, {}, { tz: 'Africa/Lagos', expireInSeconds: withinSeconds })
    await boss.work(name, { pollingIntervalSeconds: lookEverySeconds }, async () => {
      try {
        await unhurried(run)
      } catch (error) {
        log.error({ err: error, work: name }, 'a work of the calendar failed')
        await failed(name)
        throw error
      }
    })
  }
  return {
    async now(name) {
      await boss.send(name, {})
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
