import { type Kysely, sql } from 'kysely'

/** Wallet and saved-card payments above this amount ask for the user's PIN; null: they never do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column pin_above_kobo bigint check (pin_above_kobo >= 0)`.execute(db)
}
