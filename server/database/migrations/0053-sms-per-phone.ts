import { type Kysely, sql } from 'kysely'

/** The SMS to one phone that are not about an order, counted before another one is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index outbox_sms_recipient_idx on outbox (recipient, created_at)
    where channel = 'sms' and order_id is null`.execute(db)
}
