import * as z from 'zod/mini'
import { managementFieldTexts } from './field-texts.ts'

/** Days as YYYY-MM-DD, both included; '' or undefined for no limit. */
export interface DayLimits {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface PeriodRules {
  readonly maxDays?: number
  /** One day without the other is an error. */
  readonly isComplete?: boolean
}

const maxDays = 366
/** Rules of a list with totals of its period. */
export const listPeriodRules: PeriodRules = { maxDays }
/** Rules of the overview, which has totals of each day. */
export const overviewPeriodRules: PeriodRules = { maxDays, isComplete: true }

/** @param period days as YYYY-MM-DD, both included */
export const numberOfDays = ({ from, to }: { readonly from: string; readonly to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The period of equal length immediately before; null for one without both days. */
export function periodBefore({ from, to }: DayLimits): { from: string; to: string } | null {
  if (!from || !to || periodError({ from, to }, listPeriodRules)) return null
  return { from: dayAfter(from, -numberOfDays({ from, to })), to: dayAfter(from, -1) }
}

interface PeriodError {
  readonly field: 'from' | 'to'
  readonly message: string
}

/** The error of a period and the day that it belongs to; null for a valid period. */
export function periodError({ from, to }: DayLimits, rules: PeriodRules): PeriodError | null {
  if (!from || !to) {
    const isHalf = Boolean(from) !== Boolean(to)
    return rules.isComplete && isHalf
      ? { field: from ? 'to' : 'from', message: managementFieldTexts.periodIncomplete() }
      : null
  }
  if (from > to) return { field: 'to', message: managementFieldTexts.periodReversed() }
  return rules.maxDays !== undefined && numberOfDays({ from, to }) > rules.maxDays
    ? { field: 'from', message: managementFieldTexts.periodTooLong({ days: rules.maxDays }) }
    : null
}

/** Check of a query with the days `from` and `to`. */
export const isPeriod = (rules: PeriodRules) =>
  z.check<DayLimits>(({ value, issues }) => {
    const error = periodError(value, rules)
    if (error) issues.push({ code: 'custom', input: value, path: [error.field], message: error.message })
  })
