import { setTimeout as pause } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { type Database, inSeconds, type Tables } from '../database/index.ts'
import { countDueRows, defineQueue } from '../jobs/index.ts'
import {
  campaignMail,
  type Mail,
  type MailSender,
  type SendResult,
  type SmsSender,
} from '../messaging/index.ts'
import { smsOptOutsOf } from '../outbox/index.ts'
import { saveFinalCounts } from './store.ts'

export interface CampaignDeps {
  readonly db: Database
  readonly log: Logger
  readonly mail: MailSender | null
  readonly sms: SmsSender | null
  readonly brandName: string
}

interface Campaign {
  readonly text: string
  /** Null for an SMS. */
  readonly mail: (Mail & Pick<Parameters<MailSender['send']>[0], 'attachments'>) | null
}
interface ClaimedRecipient {
  campaign_id: string
  recipient: string
  attempt_count: number
}

/** Recipients that a process claims at a time. */
const batchSize = 50
/** Concurrent sends per process. Keeps the rate when the mail server responds slowly under load. */
export const campaignConcurrency = 10
/**
 * Maximum send rate of a process. Leaves capacity for purchases and respects the mail servers' rate limits.
 */
const maxPerSecond = 70
const leaseSeconds = 120
/** Delay after each failed attempt, seconds. */
const retrySeconds = [30, 300, 1800]

/**
 * Queue of campaign batches: one claim, one rendering and one statement for the results per batch. One batch at a time
 * keeps the rate. A recipient whose send result was lost may get the message twice.
 */
export const campaignQueue = (deps: CampaignDeps) =>
  defineQueue({
    name: 'campaigns',
    concurrency: 1,
    pollMs: 10_000,
    claim: async () => {
      const recipients = await claim(deps.db)
      return recipients.length > 0 ? [recipients] : []
    },
    process: (recipients) => sendBatch(deps, recipients),
    idOf: ([first]) => first?.campaign_id ?? '',
    backlog: () => countDueRows(deps.db, 'campaign_recipients'),
  })

async function sendBatch(deps: CampaignDeps, recipients: readonly ClaimedRecipient[]): Promise<void> {
  const paceDelay = pause((recipients.length / maxPerSecond) * 1_000, undefined, { ref: false })
  const campaigns = await campaignsOf(deps, recipients)
  const limit = pLimit(campaignConcurrency)
  const optOuts = await smsOptOutsOf(
    deps.db.q,
    recipients.map(({ recipient }) => recipient),
  )
  const send = async (claimed: ClaimedRecipient): Promise<SendResult> =>
    // The phone opted out after the campaign was created. An e-mail address is never one of a phone.
    optOuts.has(claimed.recipient)
      ? { type: 'rejected', reason: 'opted out' }
      : sendOne(deps, campaigns, claimed)
  const results = await Promise.all(
    recipients.map((claimed) => limit(async () => ({ claimed, sent: await send(claimed) }))),
  )
  await recordResults(deps.db, results)
  await saveFinalCounts(deps.db, [...campaigns.keys()])
  await paceDelay
}

async function claim(db: Database): Promise<ClaimedRecipient[]> {
  const { rows } = await sql<ClaimedRecipient>`
    update campaign_recipients as mine set attempt_count = mine.attempt_count + 1, due_at = ${inSeconds(leaseSeconds)}
    from (select campaign_id, recipient from campaign_recipients where due_at <= app_now()
      order by due_at limit ${batchSize} for update skip locked) as due
    where mine.campaign_id = due.campaign_id and mine.recipient = due.recipient
    returning mine.campaign_id, mine.recipient, mine.attempt_count`.execute(db.q)
  return rows
}

/** The claimed recipients' campaigns, each rendered once. */
async function campaignsOf(
  { db, brandName }: CampaignDeps,
  recipients: readonly ClaimedRecipient[],
): Promise<Map<string, Campaign>> {
  const ids = [...new Set(recipients.map((row) => row.campaign_id))]
  const rows = await db.q.selectFrom('campaigns').selectAll().where('id', 'in', ids).execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { text: row.body, mail: row.channel === 'sms' ? null : mailOf(row, brandName) },
    ]),
  )
}

function mailOf(row: Selectable<Tables['campaigns']>, brandName: string): Campaign['mail'] {
  const file = row.file && {
    name: row.file_name ?? 'file',
    contentType: row.file_type ?? 'application/octet-stream',
    content: row.file,
  }
  const email = campaignMail({ brandName, subject: row.subject ?? '', text: row.body, html: row.html ?? '' })
  return { ...email, attachments: file ? [file] : [] }
}

async function sendOne(
  { mail, sms }: CampaignDeps,
  campaigns: ReadonlyMap<string, Campaign>,
  { campaign_id, recipient }: ClaimedRecipient,
): Promise<SendResult> {
  const campaign = campaigns.get(campaign_id)
  const missing: SendResult = { type: 'rejected', reason: 'not configured' }
  if (!campaign) return missing
  const result = campaign.mail
    ? mail?.send({ to: recipient, ...campaign.mail })
    : sms?.send({ to: recipient, text: campaign.text })
  return (await result) ?? missing
}

/** Stores the send results of a batch in one statement. */
async function recordResults(
  db: Database,
  results: readonly { readonly claimed: ClaimedRecipient; readonly sent: SendResult }[],
): Promise<void> {
  const rows = results.map(({ claimed, sent: result }) => {
    const retryAfter = result.type === 'unknown' ? retrySeconds[claimed.attempt_count - 1] : undefined
    const state = result.type === 'accepted' ? 'sent' : retryAfter === undefined ? 'failed' : 'pending'
    return {
      ...claimed,
      state,
      reason: 'reason' in result ? result.reason : null,
      retry_after_seconds: retryAfter ?? null,
    }
  })
  await sql`
    update campaign_recipients as mine set state = result.state, failure_reason = result.reason,
      sent_at = case result.state when 'sent' then app_now() end,
      due_at = app_now() + make_interval(secs => result.retry_after_seconds)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as result (campaign_id uuid, recipient text, state text, reason text, retry_after_seconds float8)
    where mine.campaign_id = result.campaign_id and mine.recipient = result.recipient`.execute(db.q)
}
