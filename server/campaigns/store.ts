import { type RawBuilder, sql } from 'kysely'
import type { DataOf } from '../../shared/contract.ts'
import type { allMessages, MessageProgress } from '../../shared/management/messages.ts'
import type { Database, Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import type { Attachment } from './attachment.ts'
import type { Recipients } from './recipients.ts'

export interface Campaign {
  readonly channel: 'email' | 'sms'
  readonly service: string
  readonly subject: string | null
  readonly body: string
  readonly html: string | null
  readonly file: Attachment | null
  readonly sentBy: string
}

/** Queues a campaign. All recipients are inserted in one statement. */
export async function createCampaign(
  tx: Tx,
  campaign: Campaign,
  recipients: Recipients,
): Promise<{ id: string; recipients: number }> {
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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { numAffectedRows } = await sql`
    insert into campaign_recipients (campaign_id, recipient) select ${id}::uuid, addressed.recipient
    from (${addressesOf(campaign.channel, recipients)}) as addressed (recipient)`.execute(tx)
  const recipientCount = Number(numAffectedRows ?? 0)
  if (recipientCount === 0)
    throw new ApiError('INVALID', { field: 'user_group', message: 'This group has no reachable recipients.' })
  return { id, recipients: recipientCount }
}

const addressesOf = (channel: Campaign['channel'], recipients: Recipients) =>
  recipients.type === 'these'
    ? withoutOptOuts(channel, sql`select distinct unnest(${[...recipients.addresses]}::text[])`)
    : channel === 'email'
      ? sql`select email from users where email_verified_at is not null`
      : withoutOptOuts(
          channel,
          sql`select distinct phone from users where phone is not null and email_verified_at is not null`,
        )

/** Phones that opted out by SMS get no campaign, also when a manager entered their number. */
const withoutOptOuts = (channel: Campaign['channel'], addresses: RawBuilder<unknown>) =>
  channel === 'email' ? addresses : sql`${addresses} except select phone from sms_opt_outs`

/** Number of recipients that a campaign would have. */
export async function recipientCountOf(
  db: Database,
  channel: Campaign['channel'],
  recipients: Recipients,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${addressesOf(channel, recipients)}) as addressed`.execute(db.q)
  return rows[0]?.count ?? 0
}

const maxRecipientsShown = 500
const maxListed = 50

/** Recipients of each campaign, counted by state. */
const countsQuery = (ids: readonly string[]) => sql<{ id: string; counts: Record<string, number> }>`
  select campaign_id as id, jsonb_object_agg(state, count) as counts from (
    select campaign_id, state, count(*) from campaign_recipients
    where campaign_id = any(${ids}::uuid[]) group by campaign_id, state) as counts
  group by campaign_id`

/** Stores the final counts of the campaigns without pending recipients. */
export async function saveFinalCounts(db: Database, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from campaigns where id = any(${ids}::uuid[]) and counts is null and not exists (
      select from campaign_recipients where campaign_id = campaigns.id and state = 'pending')`.execute(db.q)
  if (rows.length === 0) return
  await sql`
    update campaigns set counts = counted.counts from (${countsQuery(rows.map(({ id }) => id))}) as counted
    where campaigns.id = counted.id`.execute(db.q)
}

const summaries = (db: Database) =>
  db.q
    .selectFrom('campaigns')
    .innerJoin('users', 'users.id', 'campaigns.sent_by')
    .select(['campaigns.id', 'channel', 'subject', 'users.name', 'campaigns.created_at', 'counts'])

type Row = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

/** Counts recipients only for campaigns that are still being sent; the others have stored counts. */
async function summariesOf(db: Database, rows: readonly Row[]) {
  const open = rows.filter(({ counts }) => counts === null).map(({ id }) => id)
  const counted = open.length > 0 ? (await countsQuery(open).execute(db.q)).rows : []
  return rows.map(({ id, channel, subject, name, created_at, ...row }) => {
    const counts = row.counts ?? counted.find((row) => row.id === id)?.counts ?? {}
    const { pending = 0, sent = 0, failed = 0 } = counts
    return {
      id,
      channel,
      subject,
      sent_by: name,
      created_at: created_at.toISOString(),
      counts: { pending, sent, failed },
    }
  })
}

/** Progress of a campaign and the state of its recipients, failed ones first. @throws ApiError NOT_FOUND */
export async function campaignProgress(db: Database, id: string): Promise<MessageProgress> {
  const row = await summaries(db).where('campaigns.id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('NOT_FOUND')
  // Counted first: final counts then never come with a recipient that still looks pending.
  const [summary] = await summariesOf(db, [row])
  const { rows: recipients } = await sql<MessageProgress['recipients'][number]>`
    select part.recipient as to, part.state, part.failure_reason as reason
    from unnest(array['failed', 'pending', 'sent']) with ordinality as of_state (state, place)
    cross join lateral (
      select * from campaign_recipients where campaign_id = ${id}::uuid and state = of_state.state
      order by recipient limit ${maxRecipientsShown}) part
    order by of_state.place, part.recipient limit ${maxRecipientsShown}`.execute(db.q)
  return { ...summary!, recipients }
}

export async function latestCampaigns(
  db: Database,
  channel: 'email' | 'sms' | undefined,
): Promise<DataOf<typeof allMessages>> {
  const rows = await summaries(db)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? 'email'))
    .orderBy('campaigns.created_at', 'desc')
    .limit(maxListed)
    .execute()
  return summariesOf(db, rows)
}
