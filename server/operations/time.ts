import { sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** The time this many seconds ago on the application clock. Evaluated once per statement, not once per row. */
export const secondsAgoSql = (seconds: number) =>
  sql<Date>`(select app_now() - make_interval(secs => ${seconds}))`

/** The same as a value, for statements whose query plan depends on it. */
export async function timeSecondsAgo(db: Database, seconds: number): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`select ${secondsAgoSql(seconds)} as time`.execute(db.q)
  const [row] = rows
  if (!row) throw new Error('The database returned no time')
  return row.time
}
