import { type RawBuilder, sql } from 'kysely'

/** The first moment of a day in Lagos. @param day as YYYY-MM-DD */
export const startOfDay = (day: string): RawBuilder<Date> =>
  sql<Date>`(${day}::date::timestamp at time zone 'Africa/Lagos')`

/** Start of the last `days` days in Lagos, today included. */
export const startOfLastDays = (days: number): RawBuilder<Date> =>
  sql<Date>`(date_trunc('day', app_now() at time zone 'Africa/Lagos') - make_interval(days => ${days - 1})) at time zone 'Africa/Lagos'`
