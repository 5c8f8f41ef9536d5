import { type Kysely, sql } from 'kysely'

/** When the settlements of a gateway were last compared with our payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table settlement_comparisons (
    gateway text primary key,
    compared_at timestamptz not null
  )`.execute(db)
}
