/** A day in Lagos, YYYY-MM-DD. */
export type LagosDay = string

export const dayMs = 86_400_000
/** Lagos has no daylight saving time. */
export const lagosOffsetMs = 60 * 60 * 1_000

/** Start of a day in UTC, not in Lagos, milliseconds: for calculations with days. */
export const utcStartOf = (day: LagosDay): number => Date.parse(`${day}T00:00:00Z`)
const dayFrom = (ms: number): LagosDay => new Date(ms).toISOString().slice(0, 10)

export const dayOf = (time: Date): LagosDay => dayFrom(time.getTime() + lagosOffsetMs)
export const addDays = (day: LagosDay, days: number): LagosDay => dayFrom(utcStartOf(day) + days * dayMs)
