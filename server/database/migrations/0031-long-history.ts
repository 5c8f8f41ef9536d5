import { type Kysely, sql } from 'kysely'

/** Lists and jobs that read more the longer the history is get an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The list of wallet top-ups, newest first.
  await sql`create index payments_topup_created_at_idx on payments (created_at, id) where purpose = 'wallet_topup'`.execute(
    db,
  )
  await sql`create index deposits_created_at_id_idx on deposits (created_at, id)`.execute(db)
  // Rows that retention still has to redact: a row enters once and leaves when it is redacted.
  await sql`create index outbox_unredacted_idx on outbox (created_at)
    where state in ('sent', 'failed') and (body <> '' or html is not null)`.execute(db)
  await sql`create index webhook_inbox_unredacted_idx on webhook_inbox (received_at)
    where handled_at is not null and raw <> ''`.execute(db)
  // Rows that retention deletes are the oldest ones.
  await sql`create index webhook_inbox_received_at_idx on webhook_inbox using brin (received_at)`.execute(db)
}
