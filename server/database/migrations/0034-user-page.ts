import { type Kysely, sql } from 'kysely'

/** Managers block accounts, write notes about users and read the audit events about one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column blocked_at timestamptz, add column blocked_reason text,
    add constraint users_blocked_with_reason check ((blocked_at is null) = (blocked_reason is null))`.execute(
    db,
  )
  await sql`create table user_notes (
    id bigint generated always as identity primary key,
    user_id uuid not null references users, author_id uuid not null references users,
    body text not null check (body <> ''), created_at timestamptz not null default app_now())`.execute(db)
  await sql`create index user_notes_user_id_idx on user_notes (user_id, id)`.execute(db)
  await sql`create trigger append_only before update or delete or truncate on user_notes
    for each statement execute function reject_mutation()`.execute(db)
  await sql`create index audit_log_data_subject_idx on audit_log (data_subject_id, id)
    where data_subject_id is not null`.execute(db)
}
