import { type Kysely, sql } from 'kysely'

/** How the rows of a file ended, written when it is done: a list of files need not count them all again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bulk_purchases add column counts jsonb`.execute(db)
}
