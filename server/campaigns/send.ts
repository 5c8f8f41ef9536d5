import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import { countDueRows, defineQueue } from '../jobs/index.ts'
import type { MailSender, SendResult, SmsSender } from '../messaging/index.ts'
import { accountClosedReason, emailOptOutsOf, smsOptOutsOf } from '../outbox/index.ts'
import type { Settings } from '../settings/index.ts'
import { claimRecipients } from './claim.ts'
import { type CampaignMailDeps, mailOfRecipient } from './mail.ts'
import { type ClaimedRecipient, type RecipientResult, recordResults } from './record-results.ts'
import type { Campaign } from './store.ts'

export interface CampaignDeps extends CampaignMailDeps {
  readonly db: Database
  readonly log: Logger
  readonly settings: Settings
  readonly mail: MailSender | null
  readonly sms: SmsSender | null
}

/** Concurrent sends per process. Keeps the rate when the mail server responds slowly under load. */
export const campaignConcurrency = 10
/**
 * Maximum send rate of a process. Leaves capacity for purchases and respects the mail servers' rate limits.
 */
const maxPerSecond = 70

/**
 * Queue of campaign batches: one claim and one transaction for the results per batch. One batch at a time
 * keeps the rate. A recipient whose send result was lost may get the message twice.
 */
export const campaignQueue = (deps: CampaignDeps) =>
  defineQueue({
    name: 'campaigns',
    concurrency: 1,
    pollMs: 10_000,
    claim: async () => {
      const recipients = await claimRecipients(deps.db)
      return recipients.length > 0 ? [recipients] : []
    },
    process: (recipients) => sendBatch(deps, recipients),
    idOf: ([first]) => first?.campaign_id ?? '',
    backlog: () => countDueRows(deps.db, 'campaign_recipients'),
  })

async function sendBatch(deps: CampaignDeps, recipients: readonly ClaimedRecipient[]): Promise<void> {
  const paceDelay = pause((recipients.length / maxPerSecond) * 1_000, undefined, { ref: false })
  const addresses = recipients.map(({ recipient }) => recipient)
  const [phones, emails] = [
    await smsOptOutsOf(deps.db.q, addresses),
    await emailOptOutsOf(deps.db.q, addresses),
  ]
  const replyTo = await deps.settings.get('message_reply_to')
  // Read last: what was paused or stopped until now is not sent.
  const campaigns = await campaignsOf(deps.db, recipients)
  const limit = pLimit(campaignConcurrency)
  const send = async ({
    campaign_id,
    recipient,
    failure_reason,
  }: ClaimedRecipient): Promise<RecipientResult> => {
    const campaign = campaigns.get(campaign_id)
    if (campaign?.state !== 'sending') return { type: 'not_sent' }
    if (failure_reason === accountClosedReason) return { type: 'rejected', reason: accountClosedReason }
    if (phones.has(recipient)) return { type: 'opted_out', reason: 'opted out' }
    if (emails.has(recipient)) return { type: 'opted_out', reason: 'unsubscribed' }
    return sendOne(deps, campaign, recipient, replyTo)
  }
  const results = await Promise.all(
    recipients.map((claimedRecipient) =>
      limit(async () => ({ claimedRecipient, result: await send(claimedRecipient) })),
    ),
  )
  await recordResults(deps.db, results)
  await paceDelay
}

async function campaignsOf(
  db: Database,
  recipients: readonly ClaimedRecipient[],
): Promise<Map<string, Campaign>> {
  const ids = [...new Set(recipients.map((row) => row.campaign_id))]
  const rows = await db.q.selectFrom('campaigns').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Sends a campaign's message to one address or phone. */
export async function sendOne(
  deps: Pick<CampaignDeps, 'mail' | 'sms'> & CampaignMailDeps,
  campaign: Pick<Campaign, 'channel' | 'subject' | 'body' | 'html' | 'file' | 'file_name' | 'file_type'>,
  recipient: string,
  replyTo: string | null,
): Promise<SendResult> {
  const result =
    campaign.channel === 'sms'
      ? deps.sms?.send({ to: recipient, text: campaign.body })
      : deps.mail?.send(mailOfRecipient(deps, campaign, recipient, replyTo))
  return (await result) ?? { type: 'rejected', reason: 'not configured' }
}
