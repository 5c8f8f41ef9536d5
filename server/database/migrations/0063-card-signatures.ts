import { type Kysely, sql } from 'kysely'

/** The card that paid, also without being saved: an older release leaves it empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column card_signature text`.execute(db)
}
