import { type Kysely, sql } from 'kysely'

/** What was sold and given back on a day in Lagos that is over: it is added up once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table day_totals (
    day date primary key, delivered integer not null, refunded integer not null,
    revenue_kobo bigint not null, turnover_kobo bigint not null)`.execute(db)
}
