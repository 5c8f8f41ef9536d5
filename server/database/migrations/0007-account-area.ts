import { type Kysely, sql } from 'kysely'

/** Sessions that can be told apart, reports of problems, a history that stays fast, and purchases by the file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A session is named to its owner by `id`: the hash of its bearer leaves us for nobody.
  await sql`alter table bearers
    add column id uuid not null default gen_random_uuid() unique,
    add column device text,
    add column last_seen_at timestamptz`.execute(db)

  await sql`alter table notifications add column amount_kobo bigint`.execute(db)
  await sql`create index on notifications (user_id) where read_at is null`.execute(db)

  // Each part of a history is read from one of these, however long it is.
  await sql`create index on orders (user_id, service, state, created_at desc, id desc)
    where user_id is not null and state <> 'quoted'`.execute(db)
  await sql`create index on orders (user_id, beneficiary, created_at desc, id desc) where user_id is not null`.execute(
    db,
  )
  await sql`create index on orders (user_id, phone, created_at desc, id desc) where user_id is not null`.execute(
    db,
  )
  // The movements of one account, by time; it serves sums of an account as the one it replaces did.
  await sql`create index on ledger_postings (account, entry_id) include (amount_kobo)`.execute(db)
  await sql`drop index ledger_postings_account_amount_kobo_idx`.execute(db)

  await sql`create table tickets (
    id uuid primary key default gen_random_uuid(), number text not null unique,
    user_id uuid references users, order_id uuid references orders on delete set null, email text,
    message text not null, state text not null default 'open' check (state in ('open', 'answered', 'closed')),
    answer text, answered_by uuid references users, answered_at timestamptz,
    created_at timestamptz not null default business_now())`.execute(db)
  await sql`create index on tickets (user_id, created_at desc) where user_id is not null`.execute(db)
  await sql`create index on tickets (order_id) where order_id is not null`.execute(db)
  await sql`create index on tickets (state, created_at)`.execute(db)

  await sql`create table bulk_purchases (
    id uuid primary key default gen_random_uuid(), user_id uuid not null references users, file_name text not null,
    state text not null default 'checking' check (state in ('checking', 'ready', 'running', 'done')),
    total_kobo bigint not null default 0 check (total_kobo >= 0), due_at timestamptz,
    created_at timestamptz not null default business_now(), started_at timestamptz, finished_at timestamptz)`.execute(
    db,
  )
  await sql`create index on bulk_purchases (user_id, created_at desc)`.execute(db)
  await sql`create index on bulk_purchases (due_at) where due_at is not null`.execute(db)
  // One checked at a time for each company.
  await sql`create unique index one_checking on bulk_purchases (user_id) where state = 'checking'`.execute(db)
  // The columns of the file as typed, then what became of the row. Money in kobo.
  await sql`create table bulk_rows (
    bulk_id uuid not null references bulk_purchases, line integer not null,
    service text not null, number text not null, provider text not null, type text not null, plan text not null,
    amount text not null, phone text not null,
    state text not null check (state in ('checking', 'wrong', 'ready', 'waiting', 'bought', 'refused')), why text,
    order_id uuid unique references orders on delete set null, customer_name text,
    amount_kobo bigint, total_kobo bigint, tries integer not null default 0, due_at timestamptz,
    primary key (bulk_id, line))`.execute(db)
  // By line, so that several files take turns.
  await sql`create index on bulk_rows (line, due_at) where due_at is not null`.execute(db)
}
