import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Tables, Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import type { Attachment } from './attachment.ts'
import type { Recipients } from './recipients.ts'
import { campaignTexts } from './texts.ts'

/** A stored campaign. */
export type Campaign = Selectable<Tables['campaigns']>

/** A campaign to be stored. */
export interface NewCampaign {
  readonly channel: 'email' | 'sms'
  readonly service: string
  readonly subject: string | null
  readonly body: string
  readonly html: string | null
  readonly file: Attachment | null
  readonly sentBy: string
  /** Null: sent immediately. */
  readonly sendAt: Date | null
}

export interface RecipientCounts {
  readonly recipients: number
  /** Addressed people who had unsubscribed; not among the recipients. */
  readonly unsubscribed: number
}

/** Queues a campaign, or schedules it. All recipients are inserted in one statement. */
export async function createCampaign(
  tx: Tx,
  campaign: NewCampaign,
  recipients: Recipients,
): Promise<{ id: string; recipients: number }> {
  const { sendAt } = campaign
  const { unsubscribed } = await recipientCountsOf(tx, campaign.channel, recipients)
  const { id } = await tx
    .insertInto('campaigns')
    .values({
      channel: campaign.channel,
      service: campaign.service,
      subject: campaign.subject,
      body: campaign.body,
      html: campaign.html,
      file_name: campaign.file?.name ?? null,
      file_type: campaign.file?.type ?? null,
      file: campaign.file?.bytes ?? null,
      sent_by: campaign.sentBy,
      state: sendAt ? 'scheduled' : 'sending',
      scheduled_at: sendAt,
      unsubscribed_count: unsubscribed,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { numAffectedRows } = await sql`
    insert into campaign_recipients (campaign_id, recipient, due_at)
    select ${id}::uuid, reachable.address, coalesce(${sendAt}::timestamptz, app_now())
    from (${addressesOf(campaign.channel, recipients)}) as reachable
    where not ${hasOptedOut(campaign.channel)}`.execute(tx)
  const recipientCount = Number(numAffectedRows ?? 0)
  if (recipientCount === 0)
    throw new ApiError('INVALID', { field: 'user_group', message: campaignTexts.groupEmpty() })
  return { id, recipients: recipientCount }
}

/** The distinct addresses of the recipients, those that opted out included, in the column `address`. */
function addressesOf(channel: NewCampaign['channel'], recipients: Recipients): RawBuilder<unknown> {
  if (recipients.type === 'addresses')
    return sql`select distinct unnest(${[...recipients.addresses]}::text[]) as address`
  return channel === 'email'
    ? sql`select email as address from users where email_verified_at is not null`
    : // An account may have any phone: an SMS abroad costs a multiple, and premium numbers pay their owner for it.
      sql`select distinct phone as address from users where phone like '+234%' and email_verified_at is not null`
}

/** Whether `address` opted out: they get no campaign, also when a manager entered the address. */
const hasOptedOut = (channel: NewCampaign['channel']): RawBuilder<unknown> =>
  channel === 'email'
    ? sql`exists (select from email_opt_outs where email = address)`
    : sql`exists (select from sms_opt_outs where phone = address)`

/** The recipients that a campaign would have. */
export async function recipientCountsOf(
  db: Database['q'] | Tx,
  channel: NewCampaign['channel'],
  recipients: Recipients,
): Promise<RecipientCounts> {
  const { rows } = await sql<RecipientCounts>`
    select count(*) filter (where not opted_out)::int as recipients, count(*) filter (where opted_out)::int as unsubscribed
    from (select ${hasOptedOut(channel)} as opted_out from (${addressesOf(channel, recipients)}) as addressed) as counted`.execute(
    db,
  )
  return rows[0] ?? { recipients: 0, unsubscribed: 0 }
}
