import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** Operations in progress at midnight have a day to be recorded. */
const settlingDays = 2

/**
 * Today in Lagos, and the last closed day, which no longer changes. Considers both the application clock and the real
 * clock.
 */
export async function currentDays(db: Database): Promise<{ today: string; closed: string }> {
  const { rows } = await sql<{ today: string; earlier: string }>`
    select (app_now() at time zone 'Africa/Lagos')::date::text as today,
      (least(app_now(), now()) at time zone 'Africa/Lagos')::date::text as earlier`.execute(db.q)
  const { today = '', earlier = '' } = rows[0] ?? {}
  return { today, closed: daysBefore(earlier, settlingDays) }
}

/** @param day as YYYY-MM-DD */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
