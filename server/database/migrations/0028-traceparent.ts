import { type Kysely, sql } from 'kysely'

const tables = ['orders', 'payments', 'refunds', 'deposits', 'webhook_inbox', 'outbox'] as const

/** The W3C trace context of the work that wrote the row, which the row's later work continues; null without tracing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables)
    await sql`alter table ${sql.table(table)} add column traceparent text`.execute(db)
}
