import { type Kysely, sql } from 'kysely'

/** Who changed which setting, from what to what. No reference to users: it stays written when somebody is gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table setting_changes (
    id bigint generated always as identity primary key, at timestamptz not null default now(),
    name text not null, old jsonb, new jsonb not null, changed_by text not null)`.execute(db)
  await sql`create index on setting_changes (name, id desc)`.execute(db)
}
