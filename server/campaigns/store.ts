import { sql } from 'kysely'
import type { DataOf } from '../../shared/contract.ts'
import type { allMessages, MessageProgress } from '../../shared/management/messages.ts'
import type { Database, Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import type { Attachment } from './attachment.ts'
import type { Readers } from './recipients.ts'

export interface Campaign {
  readonly channel: 'email' | 'sms'
  readonly service: string
  readonly subject: string | null
  readonly body: string
  readonly html: string | null
  readonly file: Attachment | null
  readonly sentBy: string
}

/** Puts a message in line for all of its readers, in one statement however many they are. */
export async function keepCampaign(
  tx: Tx,
  it: Campaign,
  readers: Readers,
): Promise<{ id: string; recipients: number }> {
  const { id } = await tx
    .insertInto('campaigns')
    .values({
      channel: it.channel,
      service: it.service,
      subject: it.subject,
      body: it.body,
      html: it.html,
      file_name: it.file?.name ?? null,
      file_type: it.file?.type ?? null,
      file: it.file?.bytes ?? null,
      sent_by: it.sentBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const to =
    readers.are === 'these'
      ? sql`select distinct unnest(${[...readers.to]}::text[])`
      : it.channel === 'email'
        ? sql`select email from users where email_verified_at is not null`
        : sql`select distinct phone from users where phone is not null and email_verified_at is not null`
  const { numAffectedRows } = await sql`
    insert into campaign_recipients (campaign_id, recipient) select ${id}::uuid, reader.to_whom
    from (${to}) as reader (to_whom)`.execute(tx)
  const recipients = Number(numAffectedRows ?? 0)
  if (recipients === 0)
    throw new Refused('INVALID', { field: 'user_group', says: 'Nobody in this group can be written to.' })
  return { id, recipients }
}

const mostShown = 500
const mostListed = 50

/** How many readers of each of these are in which state. */
const countedOf = (ids: readonly string[]) => sql<{ id: string; counts: Record<string, number> }>`
  select campaign_id as id, jsonb_object_agg(state, count) as counts from (
    select campaign_id, state, count(*) from campaign_recipients
    where campaign_id = any(${ids}::uuid[]) group by campaign_id, state) as readers
  group by campaign_id`

/** Writes how these messages ended, those of them that nobody waits for any more. */
export async function closeCounts(db: Database, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from campaigns where id = any(${ids}::uuid[]) and counts is null and not exists (
      select from campaign_recipients where campaign_id = campaigns.id and state = 'waiting')`.execute(db.q)
  if (rows.length === 0) return
  await sql`
    update campaigns set counts = counted.counts from (${countedOf(rows.map(({ id }) => id))}) as counted
    where campaigns.id = counted.id`.execute(db.q)
}

const summaries = (db: Database) =>
  db.q
    .selectFrom('campaigns')
    .innerJoin('users', 'users.id', 'campaigns.sent_by')
    .select(['campaigns.id', 'channel', 'subject', 'users.name', 'campaigns.created_at', 'counts'])

type Row = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

/** Only what is still being sent is counted. */
async function summariesOf(db: Database, rows: readonly Row[]) {
  const open = rows.filter(({ counts }) => counts === null).map(({ id }) => id)
  const counted = open.length > 0 ? (await countedOf(open).execute(db.q)).rows : []
  return rows.map(({ id, channel, subject, name, created_at, ...row }) => {
    const counts = row.counts ?? counted.find((it) => it.id === id)?.counts ?? {}
    const { waiting = 0, sent = 0, failed = 0 } = counts
    return {
      id,
      channel,
      subject,
      sent_by: name,
      created_at: created_at.toISOString(),
      counts: { waiting, sent, failed },
    }
  })
}

/** How far a message is, and what became of its readers: those that failed first. @throws Refused NOT_FOUND */
export async function progressOf(db: Database, id: string): Promise<MessageProgress> {
  const row = await summaries(db).where('campaigns.id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const { rows: recipients } = await sql<MessageProgress['recipients'][number]>`
    select part.recipient as to, part.state, part.because
    from unnest(array['failed', 'waiting', 'sent']) with ordinality as of_state (state, place)
    cross join lateral (
      select * from campaign_recipients where campaign_id = ${id}::uuid and state = of_state.state
      order by recipient limit ${mostShown}) part
    order by of_state.place, part.recipient limit ${mostShown}`.execute(db.q)
  const [summary] = await summariesOf(db, [row])
  return { ...summary!, recipients }
}

export async function lastCampaigns(
  db: Database,
  channel: 'email' | 'sms' | undefined,
): Promise<DataOf<typeof allMessages>> {
  const rows = await summaries(db)
    .$if(channel !== undefined, (it) => it.where('channel', '=', channel ?? 'email'))
    .orderBy('campaigns.created_at', 'desc')
    .limit(mostListed)
    .execute()
  return summariesOf(db, rows)
}
