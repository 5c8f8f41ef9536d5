import { sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** So many seconds ago on the business clock. Asked once for a statement, not once for each of its rows. */
export const ago = (seconds: number) => sql<Date>`(select business_now() - make_interval(secs => ${seconds}))`

/** The same as a value, for a statement whose plan depends on how much is younger. */
export async function timeAgo(db: Database, seconds: number): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`select ${ago(seconds)} as time`.execute(db.q)
  const [row] = rows
  if (!row) throw new Error('The database tells no time')
  return row.time
}
