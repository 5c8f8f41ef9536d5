import { type Kysely, sql } from 'kysely'

/** The language of the request that created a ticket or asked for a service alert; null in earlier rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tickets add column language text`.execute(db)
  await sql`alter table service_alert_subscriptions add column language text`.execute(db)
  await sql`alter table push_service_alerts add column language text`.execute(db)
}
