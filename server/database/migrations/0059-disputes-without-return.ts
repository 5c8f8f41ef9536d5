import { type Kysely, sql } from 'kysely'

/** A lost dispute returns nothing when the payer already had the whole payment back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table disputes drop constraint disputes_amount_kobo_check,
    add constraint disputes_amount_kobo_check check (amount_kobo >= 0) not valid`.execute(db)
}
