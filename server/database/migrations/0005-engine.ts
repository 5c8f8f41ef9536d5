import { type Kysely, sql } from 'kysely'

/** Attempts at several vendors for one order, and refunds to an account that the customer enters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // PostgreSQL plans the body of an SQL function in every statement that calls it, and that of a PL/pgSQL function once
  // per connection.
  await sql`create or replace function business_now() returns timestamptz language plpgsql stable as $$
    declare it interval;
    begin
      select ahead into it from clock;
      return clock_timestamp() + it;
    end $$`.execute(db)

  // `handle`: the vendor's id of the attempt, from its lookup. `service`: null on attempts of earlier versions.
  await sql`alter table attempts add column handle text, add column service text`.execute(db)
  await sql`alter table payments add column review_reason text, add column review_since timestamptz`.execute(
    db,
  )
  await sql`create index on payments (review_since) where review_since is not null`.execute(db)
  // The retry of a failed refund is a separate row. `account`: the customer's bank account, encrypted.
  await sql`alter table refunds add column again_of uuid references refunds, add column account text`.execute(
    db,
  )
  // A refund of the gateway belongs to one row only.
  await sql`create unique index one_refund_each on refunds (payment_id, refund_id) where refund_id is not null`.execute(
    db,
  )
  await sql`create unique index one_try_each on attempts (order_id, vendor)`.execute(db)
  // A lookup's handle is used for one attempt: the vendor could not tell two of them apart.
  await sql`create unique index one_handle_each on attempts (vendor, handle) where handle is not null`.execute(
    db,
  )
}
