import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createJobs, createTaskRunner, defineQueue } from '../../server/jobs/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
  onTestFinished(() => database.drop())
  for (const table of ['first_rows', 'second_rows'])
    await sql`create table ${sql.table(table)} (id text, due_at timestamptz)`.execute(database.db.q)
})

const addRow = (table: string, dueInSeconds: number) =>
  sql`insert into ${sql.table(table)} values ('row', app_now() + make_interval(secs => ${dueInSeconds}))`.execute(
    database.db.q,
  )

/** Two queues that log the tables which they claim from. */
function startQueues({ failing = '' } = {}) {
  const claims: string[] = []
  const log = pino({ level: 'silent' })
  const queueOf = (name: string) =>
    defineQueue({
      name,
      concurrency: 5,
      due: { table: name },
      async claim() {
        claims.push(name)
        if (name === failing) throw new Error('this claim fails')
        const { rows } = await sql<{ id: string }>`
          update ${sql.table(name)} set due_at = null where due_at <= app_now() returning id`.execute(
          database.db.q,
        )
        return rows
      },
      process: async () => undefined,
      idOf: ({ id }: { id: string }) => id,
      backlog: async () => ({ dueRows: 0, oldestDueSeconds: null }),
    })
  const queues = ['first_rows', 'second_rows'].map(queueOf)
  const jobs = createJobs({ db: database.db, log, taskRunner: createTaskRunner(log), queues })
  onTestFinished(async () => void (await jobs.stop(5_000)))
  return { jobs, claims }
}

test('a poll claims only from queues with due rows', async () => {
  const { jobs, claims } = startQueues()
  await addRow('first_rows', 60)
  await addRow('second_rows', -1)
  expect(await jobs.runDueJobs()).toBe(1)
  expect(claims).toEqual(['second_rows'])
  expect(await jobs.runDueJobs()).toBe(0)
  expect(claims).toEqual(['second_rows'])
  const metrics = await jobs.metrics()
  expect(metrics.get('first_rows')).toMatchObject({ processed: 0, lastPollAt: expect.any(Date) })
})

test('a claim that fails stops no other queue', async () => {
  const { jobs, claims } = startQueues({ failing: 'first_rows' })
  await addRow('first_rows', -1)
  await addRow('second_rows', -1)
  await expect(jobs.runDueJobs()).rejects.toMatchObject({ errors: [{ message: 'this claim fails' }] })
  expect(claims).toEqual(['first_rows', 'second_rows'])
  await jobs.stop(5_000)
  expect((await jobs.metrics()).get('second_rows')).toMatchObject({ processed: 1, failed: 0 })
})
