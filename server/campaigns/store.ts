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

const counts = (state: 'waiting' | 'sent' | 'failed') =>
  sql<number>`(count(*) filter (where campaign_recipients.state = ${state}))::int`

const summaries = (db: Database) =>
  db.q
    .selectFrom('campaigns')
    .innerJoin('campaign_recipients', 'campaign_recipients.campaign_id', 'campaigns.id')
    .innerJoin('users', 'users.id', 'campaigns.sent_by')
    .select(['campaigns.id', 'channel', 'subject', 'users.name', 'campaigns.created_at'])
    .select([counts('waiting').as('waiting'), counts('sent').as('sent'), counts('failed').as('failed')])
    .groupBy(['campaigns.id', 'users.name'])

type Row = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]
const summaryOf = (row: Row) => ({
  id: row.id,
  channel: row.channel,
  subject: row.subject,
  sent_by: row.name,
  created_at: row.created_at.toISOString(),
  counts: { waiting: row.waiting, sent: row.sent, failed: row.failed },
})

/** How far a message is, and what became of its readers: those that failed first. @throws Refused NOT_FOUND */
export async function progressOf(db: Database, id: string): Promise<MessageProgress> {
  const row = await summaries(db).where('campaigns.id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const recipients = await db.q
    .selectFrom('campaign_recipients')
    .select(['recipient as to', 'state', 'because'])
    .where('campaign_id', '=', id)
    .orderBy(sql`state = 'failed'`, 'desc')
    .orderBy(sql`state = 'waiting'`, 'desc')
    .orderBy('recipient')
    .limit(mostShown)
    .execute()
  return { ...summaryOf(row), recipients }
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
  return rows.map(summaryOf)
}
