import { type Kysely, sql } from 'kysely'

/** The language of users, orders and phones; null is English. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column language text`.execute(db)
  await sql`alter table orders add column language text`.execute(db)
  await sql`create table phone_languages (
      phone text primary key,
      language text not null,
      chosen_at timestamptz not null default app_now()
    )`.execute(db)
}
