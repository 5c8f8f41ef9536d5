import { type Kysely, sql } from 'kysely'

/** Schedules for electricity that an earlier release named "Electricity" get the name of their company. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update schedules set title = products.name from products
    where schedules.service = 'power' and schedules.title = 'Electricity'
      and products.service = 'power' and products.code = schedules.provider`.execute(db)
}
