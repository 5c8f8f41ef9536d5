import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSchedule } from '../../server/jobs/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/test-app.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const frequentPolling = { pollingSeconds: 1 }
const newYear = '0 0 1 1 *'
const scheduledNames = async () => {
  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule order by name`.execute(
    database.db.q,
  )
  return rows.map((item) => item.name)
}

test('the schedule has the jobs of this version, and those of an older version are removed', async () => {
  const jobs = (...names: string[]) =>
    names.map((name) => ({ name, cron: newYear, run: async () => undefined }))
  const older = await startSchedule(database.db, log, jobs('keep', 'drop'), frequentPolling)
  expect(await scheduledNames()).toEqual(['drop', 'keep'])
  await older.stop()
  const newer = await startSchedule(database.db, log, jobs('keep', 'add'), frequentPolling)
  expect(await scheduledNames()).toEqual(['add', 'keep'])
  await newer.stop()
})

test('a renamed job keeps the queue and the schedule of the release before', async () => {
  let runs = 0
  const run = async () => void runs++
  const older = await startSchedule(
    database.db,
    log,
    [{ name: 'old-name', cron: newYear, run: async () => undefined }],
    frequentPolling,
  )
  await older.stop()
  const renamed = { name: 'new-name', queue: 'old-name', cron: newYear, run }
  const newer = await startSchedule(database.db, log, [renamed], frequentPolling)
  expect(await scheduledNames()).toEqual(['old-name'])
  await newer.queueRun('new-name')
  await eventually(async () => runs === 1, 15_000)
  await newer.stop()
})

test('a job run whose process crashed delays the next run no longer than its time limit', async () => {
  const run = async () => undefined
  const short = { name: 'short', cron: newYear, run, timeoutSeconds: 50 }
  const schedule = await startSchedule(
    database.db,
    log,
    [short, { name: 'long', cron: newYear, run }],
    frequentPolling,
  )
  await schedule.queueRun('short')
  const { rows } = await sql<{ name: string; seconds: number }>`
    select name, (options ->> 'expireInSeconds')::int as seconds from pgboss.schedule
    union all select name, expire_seconds from pgboss.job where name = 'short' order by name`.execute(
    database.db.q,
  )
  await schedule.stop()
  expect(rows.map((item) => [item.name, item.seconds])).toEqual([
    ['long', 600],
    ['short', 50],
    ['short', 50],
  ])
})

test('a failed job raises an alert, and runs again on schedule', async () => {
  let runs = 0
  const failures: string[] = []
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => lines.push(line) })
  const run = async () => {
    runs += 1
    if (runs === 1) throw new Error('the first run fails')
  }
  const schedule = await startSchedule(database.db, log, [{ name: 'fails-once', cron: newYear, run }], {
    ...frequentPolling,
    onFailure: async (job) => void failures.push(job),
  })
  await schedule.queueRun('fails-once')
  await eventually(async () => runs === 1, 15_000)
  await schedule.queueRun('fails-once')
  await eventually(async () => runs === 2, 15_000)
  await schedule.stop()
  expect(failures).toEqual(['fails-once'])
  expect(lines.map((item) => JSON.parse(item))).toMatchObject([
    { job: 'fails-once', err: { message: 'the first run fails' } },
  ])
})
