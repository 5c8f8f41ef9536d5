import { type Kysely, sql } from 'kysely'

/** USSD sessions, and the phones that users proved to be theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table verified_phones (
      phone text primary key,
      user_id uuid not null references users (id),
      verified_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index verified_phones_user_id_idx on verified_phones (user_id)`.execute(db)
  await sql`create table ussd_sessions (
      session_id text primary key,
      phone text not null,
      screen jsonb not null,
      saved_screen jsonb,
      notice text,
      input_length int not null,
      input_hash bytea not null,
      claimed_until timestamptz,
      created_at timestamptz not null default app_now(),
      updated_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index ussd_sessions_phone_updated_at_idx on ussd_sessions (phone, updated_at desc)`.execute(
    db,
  )
  // Retention deletes the oldest ones.
  await sql`create index ussd_sessions_updated_at_idx on ussd_sessions using brin (updated_at)`.execute(db)
}
