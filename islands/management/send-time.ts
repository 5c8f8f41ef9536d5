/** Lagos has no daylight saving time. */
const lagosOffsetMs = 60 * 60_000
const maxAheadMs = 90 * 24 * 60 * 60_000

/** A time as a minute in Lagos, "2026-11-24T09:00", whatever the browser's time zone: the value of a field. */
export const lagosMinute = (time: Date): string =>
  new Date(time.getTime() + lagosOffsetMs).toISOString().slice(0, 16)

/** The times that a message may be scheduled for: from now to 90 days ahead. */
export const sendTimeLimits = (now = new Date()) => ({
  min: lagosMinute(now),
  max: lagosMinute(new Date(now.getTime() + maxAheadMs)),
})
