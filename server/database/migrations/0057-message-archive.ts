import { type Kysely, sql } from 'kysely'

/**
 * Messages about orders that finished long ago: the columns that managers see, without the indexes and the free space
 * that `outbox` has for sending.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table message_archive (
    order_id uuid not null references orders on delete cascade,
    created_at timestamptz not null,
    sent_at timestamptz,
    attempt_count integer not null,
    channel text not null check (channel in ('mail', 'sms')),
    state text not null check (state in ('sent', 'failed')),
    recipient text not null,
    subject text,
    failure_reason text
  )`.execute(db)
  await sql`create index message_archive_order_id_idx on message_archive (order_id)`.execute(db)
  await sql`create trigger append_only before update on message_archive
    for each row execute function reject_mutation()`.execute(db)
}
