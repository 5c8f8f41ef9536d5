import { type Kysely, sql } from 'kysely'

/** Devices that signed in to an account; limits are leaky buckets, whose points come back in parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table known_devices (
    user_id uuid not null references users on delete cascade, device_hash bytea not null,
    last_used_at timestamptz not null default business_now(), primary key (user_id, device_hash))`.execute(db)
  await sql`create index on known_devices (last_used_at)`.execute(db)
  await sql`alter table rate_limits alter column points type double precision`.execute(db)
}
