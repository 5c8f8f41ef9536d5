import { dayMs, lagosOffsetMs } from '../../shared/lagos-days.ts'

const maxAheadMs = 90 * dayMs

/** Formats a time in Lagos for a `datetime-local` field, as in "2026-11-24T09:00", in any time zone of the browser. */
export const toLagosDateTimeInput = (time: Date): string =>
  new Date(time.getTime() + lagosOffsetMs).toISOString().slice(0, 16)

/** The times that a message may be scheduled for: from now to 90 days ahead. */
export const sendTimeLimits = (now = new Date()) => ({
  min: toLagosDateTimeInput(now),
  max: toLagosDateTimeInput(new Date(now.getTime() + maxAheadMs)),
})
