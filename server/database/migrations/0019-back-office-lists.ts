import { type Kysely, sql } from 'kysely'

/** Indexes for the lists of management: they stay fast with half a million users and a million audit events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on users (created_at desc, id desc)`.execute(db)
  await sql`create index on users (name)`.execute(db)
  // A part of a name, e-mail or phone is found by its trigrams, with an index that needs no extension of PostgreSQL.
  await sql`create function pieces(words text) returns text[]
    language sql immutable strict parallel safe as $$
    select array(select substr(words, n, 3) from generate_series(1, length(words) - 2) as n) $$`.execute(db)
  await sql`create function searched(name text, email text, phone text) returns text
    language sql immutable parallel safe as $$
    select lower(name) || chr(10) || email || chr(10) || coalesce(phone, '') $$`.execute(db)
  await sql`create index users_pieces on users using gin (pieces(searched(name, email, phone)))`.execute(db)
  await sql`create index on virtual_accounts (account_number) where account_number is not null`.execute(db)

  await sql`create index on audit_log (action collate "C", id)`.execute(db)
  await sql`create index on audit_log (at, id)`.execute(db)

  await sql`create index on approvals ((state = 'waiting') desc, asked_at desc)`.execute(db)

  // Recipients of a campaign by state, stored when no message is pending, so that they are not counted again.
  await sql`alter table campaigns add column counts jsonb`.execute(db)
  await sql`create index on campaign_recipients (campaign_id, state, recipient)`.execute(db)
  await sql`update campaigns set counts = (
      select jsonb_object_agg(state, count) from (
        select state, count(*) from campaign_recipients where campaign_id = campaigns.id group by state) as readers)
    where not exists (
      select from campaign_recipients where campaign_id = campaigns.id and state = 'waiting')`.execute(db)
}
