import { sql } from 'kysely'
import type { Database, Tx } from './connection.ts'

/**
 * The application clock: `app_now()`, the database's time and, in a test database, an offset. Due times, deadlines and
 * limits per day are compared with it, so that all processes agree and a test can advance it.
 */
export async function applicationTime(db: Database['q'] | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}

/** A due time `seconds` from now on the application clock. */
export const inSeconds = (seconds: number) => sql<Date>`app_now() + make_interval(secs => ${seconds})`
