import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepSchedule } from '../../server/jobs/index.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/shop.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const soon = { lookEverySeconds: 1 }
const newYear = '0 0 1 1 *'
const calendar = async () => {
  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule order by name`.execute(
    database.db.q,
  )
  return rows.map((it) => it.name)
}

test('the calendar holds the works of this version: those of an older one leave it', async () => {
  const works = (...names: string[]) =>
    names.map((name) => ({ name, cron: newYear, run: async () => undefined }))
  const older = await keepSchedule(database.db, log, works('keep', 'drop'), soon)
  expect(await calendar()).toEqual(['drop', 'keep'])
  await older.stop()
  const newer = await keepSchedule(database.db, log, works('keep', 'add'), soon)
  expect(await calendar()).toEqual(['add', 'keep'])
  await newer.stop()
})

test('a turn that died with its process keeps the next one waiting no longer than the work may take', async () => {
  const run = async () => undefined
  const short = { name: 'short', cron: newYear, run, withinSeconds: 50 }
  const schedule = await keepSchedule(database.db, log, [short, { name: 'long', cron: newYear, run }], soon)
  await schedule.now('short')
  const { rows } = await sql<{ name: string; seconds: number }>`
    select name, (options ->> 'expireInSeconds')::int as seconds from pgboss.schedule
    union all select name, expire_seconds from pgboss.job where name = 'short' order by name`.execute(
    database.db.q,
  )
  await schedule.stop()
  expect(rows.map((it) => [it.name, it.seconds])).toEqual([
    ['long', 600],
    ['short', 50],
    ['short', 50],
  ])
})

test('a work that fails is told of, and done again at its next turn', async () => {
  let turns = 0
  const told: string[] = []
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => lines.push(line) })
  const run = async () => {
    turns += 1
    if (turns === 1) throw new Error('the first one fails')
  }
  const schedule = await keepSchedule(database.db, log, [{ name: 'fails-once', cron: newYear, run }], {
    ...soon,
    failed: async (work) => void told.push(work),
  })
  await schedule.now('fails-once')
  await eventually(async () => turns === 1, 15_000)
  await schedule.now('fails-once')
  await eventually(async () => turns === 2, 15_000)
  await schedule.stop()
  expect(told).toEqual(['fails-once'])
  expect(lines.map((it) => JSON.parse(it))).toMatchObject([
    { work: 'fails-once', err: { message: 'the first one fails' } },
  ])
})
