import { dayMs, lagosOffsetMs } from '../../shared/lagos-days.ts'

const maxAheadMs = 90 * dayMs

/** A time as a minute in Lagos, "2026-11-24T09:00", in any time zone of the browser: the value of a field. */
export const lagosMinute = (time: Date): string =>
  new Date(time.getTime() + lagosOffsetMs).toISOString().slice(0, 16)

/** The times that a message may be scheduled for: from now to 90 days ahead. */
export const sendTimeLimits = (now = new Date()) => ({
  min: lagosMinute(now),
  max: lagosMinute(new Date(now.getTime() + maxAheadMs)),
})
