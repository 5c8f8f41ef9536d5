import { type Kysely, sql } from 'kysely'
import { seedTemplates } from './0008-templates.ts'

/** What managers find orders by, and the turns of an order that leave no other trace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Written once, when somebody goes on to pay: an order's many updates then touch no index of the search.
  await sql`create table order_terms (
    term text not null, created_at timestamptz not null, order_id uuid not null references orders on delete cascade,
    primary key (term, created_at, order_id))`.execute(db)
  await sql`create index on order_terms (order_id)`.execute(db)
  await sql`create function note_order_terms() returns trigger language plpgsql as $$
    begin
      insert into order_terms (term, created_at, order_id)
        select distinct term, new.created_at, new.id
        from unnest(array[new.beneficiary, 'last4:' || right(new.beneficiary, 4), new.phone,
          'last4:' || right(new.phone, 4), lower(new.email), 'vendor:' || new.vendor]) as of_order (term)
        where term is not null
        on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`create trigger terms after update on orders for each row
    when (old.state = 'quoted' and new.state <> 'quoted') execute function note_order_terms()`.execute(db)
  await sql`create function note_payer() returns trigger language plpgsql as $$
    begin
      insert into order_terms (term, created_at, order_id)
        select 'payer:' || new.gateway, created_at, id from orders where id = new.order_id
        on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`create trigger payer after insert on payments for each row
    when (new.order_id is not null) execute function note_payer()`.execute(db)
  await sql`create index on orders (service, state, created_at desc, id desc) where state <> 'quoted'`.execute(
    db,
  )

  // Bought by a manager for a user, and paid by us: the user's wallet is not touched, and nothing is earned.
  await sql`alter table orders add column bought_by uuid references users`.execute(db)

  // What a manager gives, and a second one agrees to where the sum asks for it. Money in kobo.
  await sql`create table approvals (
    id uuid primary key default gen_random_uuid(), kind text not null check (kind in ('wallet_topup')),
    state text not null check (state in ('waiting', 'approved', 'rejected')),
    amount_kobo bigint not null check (amount_kobo > 0), subject text, user_id uuid not null references users,
    asked_by uuid not null references users, asked_at timestamptz not null default business_now(),
    decided_by uuid references users check (decided_by <> asked_by), decided_at timestamptz, because text)`.execute(
    db,
  )
  await sql`create index on approvals (asked_at desc)`.execute(db)

  // One message to many: its text stands once, its readers in rows of their own that several processes share.
  await sql`create table campaigns (
    id uuid primary key default gen_random_uuid(), channel text not null check (channel in ('email', 'sms')),
    service text not null, subject text, body text not null, html text,
    file_name text, file_type text, file bytea,
    sent_by uuid not null references users, created_at timestamptz not null default business_now())`.execute(
    db,
  )
  await sql`create index on campaigns (created_at desc)`.execute(db)
  await sql`create table campaign_recipients (
    campaign_id uuid not null references campaigns on delete cascade, recipient text not null,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
    tries integer not null default 0, due_at timestamptz default business_now(), because text, sent_at timestamptz,
    primary key (campaign_id, recipient))`.execute(db)
  await sql`create index on campaign_recipients (due_at) where due_at is not null`.execute(db)
  await sql`create table templates (
    id uuid primary key default gen_random_uuid(), channel text not null check (channel in ('email', 'sms')),
    type text not null, name text not null, subject text not null, body text not null,
    updated_at timestamptz not null default business_now(), updated_by uuid references users)`.execute(db)
  await sql`create unique index one_template on templates (channel, type, name)`.execute(db)
  await seedTemplates(db)

  // Purchases that were made elsewhere, written down by a manager. No money of ours.
  await sql`create table power_records (
    id uuid primary key default gen_random_uuid(), reference text not null unique, view_token text not null unique,
    meter_number text not null, meter_type text not null, phone text not null,
    amount_kobo bigint not null check (amount_kobo > 0), disco text not null, order_reference text not null default '',
    platform text not null, email text, units text not null, token text not null, description text,
    user_id uuid references users, recorded_by uuid not null references users,
    created_at timestamptz not null default business_now(), unique (meter_number, token, order_reference))`.execute(
    db,
  )
  await sql`create index on power_records (meter_number, phone, created_at desc)`.execute(db)

  // The usual way leaves its own times behind; what departs from it is written down here.
  await sql`create table turns (
    id bigint generated always as identity primary key, machine text not null, subject_id uuid not null,
    order_id uuid references orders on delete cascade, state text not null, because text,
    at timestamptz not null default business_now())`.execute(db)
  await sql`create index on turns (order_id, id) where order_id is not null`.execute(db)
  await sql`create function note_turn() returns trigger language plpgsql as $$
    begin
      insert into turns (machine, subject_id, order_id, state, because)
        values (tg_argv[0], new.id,
          case tg_argv[0] when 'order' then new.id else (to_jsonb(new) ->> 'order_id')::uuid end, new.state,
          coalesce(to_jsonb(new) ->> 'because', to_jsonb(new) ->> 'failed_because', to_jsonb(new) ->> 'review_reason'));
      return null;
    end $$`.execute(db)
  for (const [table, machine, states] of [
    ['orders', 'order', "'expired', 'vend_failed', 'refunding', 'refunded'"],
    ['payments', 'payment', "'failed', 'expired', 'mismatch', 'succeeded_late', 'reversed'"],
    ['attempts', 'attempt', "'failed', 'unknown', 'written_off'"],
    ['refunds', 'refund', "'sent', 'processed', 'failed', 'needs_attention'"],
  ] as const) {
    await sql`create trigger turns after update on ${sql.table(table)} for each row
      when (old.state <> new.state and new.state in (${sql.raw(states)}))
      execute function note_turn(${sql.lit(machine)})`.execute(db)
  }
}
