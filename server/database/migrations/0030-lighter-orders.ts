import { type Kysely, sql } from 'kysely'

/**
 * Percentage of a page that inserts fill, for tables whose rows are updated soon after they are written. An update that
 * finds room on the row's own page logs only what it changes.
 */
const fillFactors = {
  orders: 50,
  payments: 50,
  attempts: 60,
  outbox: 60,
  webhook_inbox: 60,
  idempotency_keys: 60,
} as const

/** Tables of which every order has rows. */
const perOrder = [
  'orders',
  'payments',
  'attempts',
  'refunds',
  'webhook_inbox',
  'outbox',
  'notifications',
  'customer_lookups',
] as const

/** Fewer bytes of the write-ahead log and fewer scattered index pages per order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, percent] of Object.entries(fillFactors))
    await sql`alter table ${sql.table(table)} set (fillfactor = ${sql.lit(percent)})`.execute(db)
  await orderIdsByTime(db)
  // Secrets of 256 random bits, by which no order is looked up: each update of an order wrote both indexes.
  await sql`alter table orders drop constraint orders_access_token_key`.execute(db)
  await sql`alter table orders drop constraint orders_view_token_key`.execute(db)
  // Counters of minutes and a cache of a day: after a crash of the server they start empty, and writing them waits for
  // no disk.
  for (const table of ['rate_limits', 'customer_lookups'])
    await sql`alter table ${sql.table(table)} set unlogged`.execute(db)
  // An order leaves `quoted` once and its terms are distinct, so none can conflict.
  await sql`create or replace function index_order() returns trigger language plpgsql as $$
    begin
      insert into order_search_terms (term, created_at, order_id)
        select distinct term, new.created_at, new.id
        from unnest(array[new.beneficiary, 'last4:' || right(new.beneficiary, 4), new.phone,
          'last4:' || right(new.phone, 4), lower(new.email), 'vendor:' || new.vendor]) as of_order (term)
        where term is not null;
      return null;
    end $$`.execute(db)
}

/**
 * New rows get UUIDs of version 7, whose first 48 bits are the time in milliseconds: the index entries of recent rows
 * are on few pages, of which each checkpoint logs a full image, instead of one page for each entry.
 */
async function orderIdsByTime(db: Kysely<unknown>): Promise<void> {
  await sql`create function time_ordered_uuid() returns uuid language sql volatile parallel safe as $$
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid $$`.execute(db)
  for (const table of perOrder)
    await sql`alter table ${sql.table(table)} alter column id set default time_ordered_uuid()`.execute(db)
}
