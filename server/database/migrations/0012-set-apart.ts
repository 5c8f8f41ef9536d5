import { type Kysely, sql } from 'kysely'

/** Transfers that a person must look at are looked for each minute, and are few. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on inflows (id) where state in ('unmatched', 'unconfirmed')`.execute(db)
}
