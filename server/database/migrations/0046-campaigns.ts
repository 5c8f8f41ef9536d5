import { type Kysely, sql } from 'kysely'

/**
 * States of a campaign, its send time, recipients whose message is being sent or was cancelled, and the e-mail addresses
 * that want no campaign.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns
    add column state text not null default 'sending'
      constraint campaigns_state_check check (state in ('scheduled', 'sending', 'paused', 'stopped', 'sent')),
    add column scheduled_at timestamptz,
    add column unsubscribed_count integer not null default 0`.execute(db)
  await sql`update campaigns set state = 'sent' where counts is not null`.execute(db)
  await sql`alter table campaign_recipients
    drop constraint campaign_recipients_state_check,
    add constraint campaign_recipients_state_check
      check (state in ('pending', 'sending', 'sent', 'failed', 'cancelled'))`.execute(db)
  await sql`create table email_opt_outs (
      email text primary key,
      opted_out_at timestamptz not null default app_now()
    )`.execute(db)
}
