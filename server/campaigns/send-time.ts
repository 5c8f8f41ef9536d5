import { sql } from 'kysely'
import { managementFieldTexts } from '../../shared/management/field-texts.ts'
import type { Database } from '../database/index.ts'
import { ApiError } from '../http/index.ts'

const maxDaysAhead = 90
const minuteMs = 60_000

/**
 * The time of a scheduled message; null for one that is sent immediately.
 * @param sendAt a minute in Lagos, which has no daylight saving time
 * @throws ApiError INVALID for a time that does not exist, is in the past or more than 90 days ahead
 */
export async function sendTimeOf(db: Database, sendAt: string | null | undefined): Promise<Date | null> {
  if (!sendAt) return null
  const invalid = (message: string) => new ApiError('INVALID', { field: 'send_at', message })
  const time = new Date(`${sendAt}:00+01:00`)
  // A day that the month does not have is read as one of the next month.
  if (Number.isNaN(time.getTime()) || !isSameMinute(time, sendAt))
    throw invalid(managementFieldTexts.sendTimeInvalid())
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db.q)
  const ahead = time.getTime() - (rows[0]?.now.getTime() ?? Date.now())
  if (ahead <= -minuteMs) throw invalid(managementFieldTexts.sendTimePast())
  if (ahead > maxDaysAhead * 24 * 60 * minuteMs)
    throw invalid(managementFieldTexts.sendTimeTooLate({ days: maxDaysAhead }))
  return time
}

const isSameMinute = (time: Date, sendAt: string): boolean =>
  new Date(time.getTime() + 60 * minuteMs).toISOString().startsWith(sendAt)
