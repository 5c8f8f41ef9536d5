import { type Kysely, sql } from 'kysely'

/** What a manager bought for a user is not spent by the user; manual records are listed like orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Totals of past days are added up again when they are next read.
  await sql`delete from spent_days where user_id in (select user_id from orders where bought_by is not null)`.execute(
    db,
  )
  await sql`create index on power_records (created_at desc, id desc)`.execute(db)
  await sql`create index on power_records (user_id, created_at desc) where user_id is not null`.execute(db)
}
