import { type Kysely, sql } from 'kysely'

/** Translations that managers changed or reviewed, and their history. They replace the entries of the catalogue files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table translation_changes (
      id bigint generated always as identity primary key,
      language text not null,
      text_id text not null,
      old_message text,
      old_reviewed boolean not null,
      message text not null check (message <> ''),
      reviewed boolean not null,
      english text not null,
      changed_by uuid not null references users,
      changed_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index translation_changes_text_idx on translation_changes (language, text_id, id)`.execute(
    db,
  )
  await sql`create trigger append_only before update or delete or truncate on translation_changes
    for each statement execute function reject_mutation()`.execute(db)
  await sql`create table translations (
      language text not null,
      text_id text not null,
      change_id bigint not null references translation_changes,
      primary key (language, text_id)
    )`.execute(db)
}
