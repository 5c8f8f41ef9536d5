import { addDays, dayMs, type LagosDay, lagosOffsetMs, utcStartOf } from '../../shared/lagos-days.ts'
import type { ScheduleFrequency } from '../../shared/schedules.ts'

/** Runs start at this hour in Lagos. */
const runHour = 8

/** When the run of a day is due, and when its owner is reminded: a day before. */
export const runTime = (day: LagosDay): Date =>
  new Date(utcStartOf(day) + runHour * 60 * 60 * 1_000 - lagosOffsetMs)
export const reminderTime = (day: LagosDay): Date => new Date(runTime(day).getTime() - dayMs)

/**
 * The first day after `after` on which a weekly, monthly or single purchase that starts on `startOn` is due; null when
 * none follows. Monthly on the 31st is the last day of a shorter month.
 */
export function nextDay(
  frequency: Exclude<ScheduleFrequency, 'low_units'>,
  startOn: LagosDay,
  after: LagosDay,
): LagosDay | null {
  if (startOn > after) return startOn
  if (frequency === 'once') return null
  if (frequency === 'weekly') {
    const weeks = Math.floor((utcStartOf(after) - utcStartOf(startOn)) / (7 * dayMs)) + 1
    return addDays(startOn, weeks * 7)
  }
  const candidate = inMonth(startOn, after, 0)
  return candidate > after ? candidate : inMonth(startOn, after, 1)
}

/** The day of the month of `startOn`, in the month of `day` or `months` later. */
function inMonth(startOn: LagosDay, day: LagosDay, months: number): LagosDay {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0))
  const dayOfMonth = Math.min(Number(startOn.slice(8)), lastDay.getUTCDate())
  return `${lastDay.toISOString().slice(0, 8)}${String(dayOfMonth).padStart(2, '0')}`
}
