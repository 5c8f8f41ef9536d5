import { type Kysely, sql } from 'kysely'

/** Tries at several vendors for one order, turns by service, and refunds that a customer helps along. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // PostgreSQL plans the body of an SQL function at every statement that calls it, and of this one only once a connection.
  await sql`create or replace function business_now() returns timestamptz language plpgsql stable as $$
    declare it interval;
    begin
      select ahead into it from clock;
      return clock_timestamp() + it;
    end $$`.execute(db)

  // `handle`: the vendor's own, from its lookup, by which it knows this try. `service`: null on tries before it was kept.
  await sql`alter table attempts add column handle text, add column service text`.execute(db)
  await sql`alter table payments add column review_reason text, add column review_since timestamptz`.execute(
    db,
  )
  await sql`create index on payments (review_since) where review_since is not null`.execute(db)
  // A failed refund is asked for again by a row of its own. `account`, sealed: where the customer wants it paid.
  await sql`alter table refunds add column again_of uuid references refunds, add column account text`.execute(
    db,
  )
  // Two rows never take one refund of the gateway for theirs.
  await sql`create unique index one_refund_each on refunds (payment_id, refund_id) where refund_id is not null`.execute(
    db,
  )
  await sql`create unique index one_try_each on attempts (order_id, vendor)`.execute(db)
  // A lookup's handle serves one try: two under one would be told apart by nothing.
  await sql`create unique index one_handle_each on attempts (vendor, handle) where handle is not null`.execute(
    db,
  )
}
