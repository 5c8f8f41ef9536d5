import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase, postgresUrl } from '../support/database.ts'

/** All rows of all tables, and the values of all sequences. */
const readAll = `
  select string_agg(query_to_xml(format('select * from public.%I', relname), true, true, '')::text, '' order by relname)
    || (select string_agg(concat(sequencename, last_value), ',' order by sequencename)
        from pg_sequences where schemaname = 'public') as rows
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`

/** Changes the database of a test. @returns what it and the next test found in their database */
async function rowsBeforeAndAfter(statements: readonly string[]) {
  const found: unknown[] = []
  for (const changes of [statements, []]) {
    const { db, drop } = await createTestDatabase()
    found.push((await sql.raw<{ rows: string }>(readAll).execute(db.q)).rows[0]?.rows)
    for (const statement of changes) await sql.raw(statement).execute(db.q)
    await drop()
  }
  return found
}

test.each([
  ['inserts', `insert into app_metadata (name, value) values ('town', 'Ibadan')`],
  ['updates', `update states set name = name || ' State'`],
  ['deletes', 'delete from kysely_migration'],
  ['truncates', 'truncate states cascade', 'truncate app_metadata'],
  [
    'truncates after inserts',
    `insert into app_metadata (name, value) values ('a', 'b')`,
    'truncate app_metadata',
  ],
  ['analyses', 'analyze states', 'vacuum states'],
  ['adds a column', 'alter table states add column area text', 'delete from kysely_migration'],
  [
    'advances a sequence',
    `select nextval(oid) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  ],
])('the next test finds the prepared rows after a test that %s', async (_, ...statements) => {
  const [before, after] = await rowsBeforeAndAfter(statements)
  expect(before).toContain('NG-LA')
  expect(after).toBe(before)
})

/** A setting of the session, which lasts as long as its engine. */
const readMark = sql<{ mark: string | null }>`select current_setting('sanwo.mark', true) as mark`

test.each([
  ['inserts', `insert into app_metadata (name, value) values ('town', 'Ibadan')`],
  ['truncates', 'truncate states cascade'],
])('the engine of a test that %s is used again', async (_, statement) => {
  const marks: (string | null | undefined)[] = []
  // An engine ends after a number of uses, but not after two uses in succession.
  for (let uses = 0; uses < 3; uses++) {
    const { db, drop } = await createTestDatabase()
    marks.push((await readMark.execute(db.q)).rows[0]?.mark)
    await sql`select set_config('sanwo.mark', ${`${statement} ${uses}`}, false)`.execute(db.q)
    await sql.raw(statement).execute(db.q)
    await drop()
  }
  const isUsedAgain = marks.some((mark, uses) => mark === `${statement} ${uses - 1}`)
  expect(isUsedAgain).toBe(postgresUrl === null)
})
