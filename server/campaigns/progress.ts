import { sql } from 'kysely'
import type { DataOf } from '../../shared/contract.ts'
import type { getMessages, MessageProgress } from '../../shared/management/messages.ts'
import type { Database } from '../database/index.ts'
import { ApiError } from '../http/index.ts'

const maxRecipientsShown = 500
const maxListed = 50

/** Recipients of each campaign, counted by state. */
const countsQuery = (ids: readonly string[]) => sql<{ id: string; counts: Record<string, number> }>`
  select campaign_id as id, jsonb_object_agg(state, count) as counts from (
    select campaign_id, state, count(*) from campaign_recipients
    where campaign_id = any(${ids}::uuid[]) group by campaign_id, state) as counts
  group by campaign_id`

const summariesQuery = (db: Database) =>
  db.q
    .selectFrom('campaigns')
    .innerJoin('users', 'users.id', 'campaigns.sent_by')
    .select([
      'campaigns.id',
      'campaigns.state',
      'channel',
      'subject',
      'users.name',
      'campaigns.created_at',
      'scheduled_at',
      'unsubscribed_count',
      'counts',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof summariesQuery>['execute']>>[number]

/** Counts recipients only for campaigns that are still being sent; the others have stored counts. */
async function summariesOf(db: Database, rows: readonly Row[]) {
  const openIds = rows.filter(({ counts }) => counts === null).map(({ id }) => id)
  const countRows = openIds.length > 0 ? (await countsQuery(openIds).execute(db.q)).rows : []
  return rows.map(({ id, state, channel, subject, name, created_at, ...row }) => {
    const counts = row.counts ?? countRows.find((row) => row.id === id)?.counts ?? {}
    const { pending = 0, sending = 0, sent = 0, failed = 0, cancelled = 0 } = counts
    return {
      id,
      channel,
      subject,
      sent_by: name,
      created_at: created_at.toISOString(),
      state,
      scheduled_at: row.scheduled_at?.toISOString() ?? null,
      counts: { pending: pending + sending, sent, failed, cancelled },
      unsubscribed: row.unsubscribed_count,
    }
  })
}

/** Progress of a campaign and the state of its recipients, failed ones first. @throws ApiError NOT_FOUND */
export async function campaignProgress(db: Database, id: string, pinAbove: number): Promise<MessageProgress> {
  const row = await summariesQuery(db)
    .select(sql<string>`coalesce(html, body)`.as('message'))
    .where('campaigns.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('NOT_FOUND')
  // Counted first: so final counts are never returned with a recipient that is still pending.
  const [summary] = await summariesOf(db, [row])
  const { rows: recipients } = await sql<MessageProgress['recipients'][number]>`
    select part.recipient as to, case part.state when 'sending' then 'pending' else part.state end as state,
      part.failure_reason as reason
    from unnest(array['failed', 'sending', 'pending', 'cancelled', 'sent']) with ordinality as of_state (state, place)
    cross join lateral (
      select * from campaign_recipients where campaign_id = ${id}::uuid and state = of_state.state
      order by recipient limit ${maxRecipientsShown}) part
    order by of_state.place, part.recipient limit ${maxRecipientsShown}`.execute(db.q)
  const { pending } = summary!.counts
  return { ...summary!, message: row.message, pin_required: pending > pinAbove, recipients }
}

export async function latestCampaigns(
  db: Database,
  channel: 'email' | 'sms' | undefined,
): Promise<DataOf<typeof getMessages>> {
  const rows = await summariesQuery(db)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? 'email'))
    .orderBy('campaigns.created_at', 'desc')
    .limit(maxListed)
    .execute()
  return summariesOf(db, rows)
}
