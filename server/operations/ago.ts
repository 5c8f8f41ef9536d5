import { sql } from 'kysely'

/** So many seconds ago on the business clock. Asked once for a statement, not once for each of its rows. */
export const ago = (seconds: number) => sql<Date>`(select business_now() - make_interval(secs => ${seconds}))`
