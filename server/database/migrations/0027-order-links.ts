import { type Kysely, sql } from 'kysely'

/** Hash of the code in an order's short link; null for earlier orders, whose messages have a full link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column link_hash bytea`.execute(db)
  await sql`create unique index orders_link_hash_key on orders (link_hash) where link_hash is not null`.execute(
    db,
  )
}
