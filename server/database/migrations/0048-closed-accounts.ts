import { type Kysely, sql } from 'kysely'

/** Users close their accounts. A closed account has nothing to sign in with and no phone, so no late request restores it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column closed_at timestamptz,
    add constraint users_closed_check check (closed_at is null or (role = 'user' and password_hash is null
      and pin_hash is null and phone is null and email_verified_at is null))`.execute(db)
}
