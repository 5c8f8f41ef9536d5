import { type Kysely, sql } from 'kysely'

/** Lists of the back office are as quick with half a million users and a million deeds as with ten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on users (created_at desc, id desc)`.execute(db)
  await sql`create index on users (name)`.execute(db)
  // Part of a name, e-mail or phone is found by its pieces of three letters, with an index that every database has.
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

  // How a message ended, written when nobody waits for it any more: its readers need not be counted again.
  await sql`alter table campaigns add column counts jsonb`.execute(db)
  await sql`create index on campaign_recipients (campaign_id, state, recipient)`.execute(db)
  await sql`update campaigns set counts = (
      select jsonb_object_agg(state, count) from (
        select state, count(*) from campaign_recipients where campaign_id = campaigns.id group by state) as readers)
    where not exists (
      select from campaign_recipients where campaign_id = campaigns.id and state = 'waiting')`.execute(db)
}
