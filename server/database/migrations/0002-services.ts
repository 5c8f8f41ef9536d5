import { type Kysely, sql } from 'kysely'

/** What vendors sell by name: bouquets, plans, examinations; and what an order of them needs to keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vendor_products
    add column listed_at timestamptz, add column min_kobo bigint, add column max_kobo bigint`.execute(db)
  // `variation` is a code of ours: minted at first sight, kept for as long as the vendor's code lives.
  await sql`create table variations (
    vendor text not null, service text not null, code text not null, variation text not null,
    vendor_code text not null, name text not null, price_kobo bigint not null check (price_kobo > 0),
    position integer not null, on_sale boolean not null default true,
    primary key (vendor, service, code, variation), unique (vendor, service, code, vendor_code),
    foreign key (vendor, service, code) references vendor_products)`.execute(db)

  await sql`alter table orders
    add column quantity integer not null default 1 check (quantity > 0), add column variation_name text`.execute(
    db,
  )
  await sql`alter table deliveries add column pins jsonb not null default '[]'`.execute(db)
}
