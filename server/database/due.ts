import { sql } from 'kysely'

/** A due time `seconds` from now on the business clock. */
export const inSeconds = (seconds: number) => sql<Date>`app_now() + make_interval(secs => ${seconds})`
