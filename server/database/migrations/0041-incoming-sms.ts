import { type Kysely, sql } from 'kysely'

/** Incoming SMS, by the provider's id, and the phones that want no optional SMS. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table incoming_sms (
      message_id text primary key,
      phone text not null,
      command text not null,
      received_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index incoming_sms_received_at_idx on incoming_sms using brin (received_at)`.execute(db)
  await sql`create table sms_opt_outs (
      phone text primary key,
      opted_out_at timestamptz not null default app_now()
    )`.execute(db)
}
