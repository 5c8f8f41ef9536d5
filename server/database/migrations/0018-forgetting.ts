import { type Kysely, sql } from 'kysely'

/** Rows that refer to an order stay when it is deleted, without its id, so that every unpaid order can be deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['outbox', 'notifications', 'inflows', 'approvals']) {
    await sql`alter table ${sql.table(table)}
      drop constraint ${sql.ref(`${table}_order_id_fkey`)},
      add constraint ${sql.ref(`${table}_order_id_fkey`)} foreign key (order_id) references orders on delete set null`.execute(
      db,
    )
  }
  for (const table of ['inflows', 'approvals'])
    await sql`create index on ${sql.table(table)} (order_id) where order_id is not null`.execute(db)
  await sql`create index on orders (created_at) where state = 'expired' and paid_at is null`.execute(db)
}
