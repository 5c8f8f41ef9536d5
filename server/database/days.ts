import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** What is on its way at midnight has a day to be written down. */
const openDays = 2

/** Today in Lagos, and the last day that will not change any more, by the clock of the business and by the true one. */
export async function daysNow(db: Database): Promise<{ today: string; closed: string }> {
  const { rows } = await sql<{ today: string; earlier: string }>`
    select (business_now() at time zone 'Africa/Lagos')::date::text as today,
      (least(business_now(), now()) at time zone 'Africa/Lagos')::date::text as earlier`.execute(db.q)
  const { today = '', earlier = '' } = rows[0] ?? {}
  return { today, closed: daysBefore(earlier, openDays) }
}

/** @param day as YYYY-MM-DD */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
