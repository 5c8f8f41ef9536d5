import { sql } from 'kysely'
import { type Database, inSeconds, type Tx } from '../database/index.ts'
import { campaignMachine, campaignRecipientMachine } from './machine.ts'
import type { ClaimedRecipient } from './record-results.ts'

/** Recipients that a process claims at a time. */
const batchSize = 50
/**
 * Longer than a batch takes whose messages all take their time limit: 30 s for an e-mail, and for an SMS that is sent to
 * both providers, ten at a time. A shorter lease sends the last ones twice.
 */
const leaseSeconds = 300

/**
 * Claims due recipients, and those whose worker crashed: the lost message may then be sent twice. Locks no campaign, so
 * that a pause never waits for a batch. Starts the scheduled campaigns whose time has come.
 */
export async function claimRecipients(db: Database): Promise<ClaimedRecipient[]> {
  // Most polls find nothing, and open no transaction.
  const firstDue = await db.q
    .selectFrom('campaign_recipients')
    .select('recipient')
    .where('due_at', '<=', sql<Date>`app_now()`)
    .limit(1)
    .executeTakeFirst()
  if (!firstDue) return []
  const claimedRecipients = await db.inTransaction(async (tx) => {
    const dueRecipients = await tx
      .selectFrom('campaign_recipients')
      .select(['campaign_id', 'recipient', 'state'])
      .where('due_at', '<=', sql<Date>`app_now()`)
      .orderBy('due_at')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute()
    const pendingRecipients = dueRecipients.filter(({ state }) => state === 'pending')
    const expiredRecipients = dueRecipients.filter(({ state }) => state === 'sending')
    return [
      ...(await claim(tx, 'sending', expiredRecipients)),
      ...(await claim(tx, 'pending', pendingRecipients)),
    ]
  })
  const ids = [...new Set(claimedRecipients.map(({ campaign_id }) => campaign_id))]
  if (ids.length > 0)
    await campaignMachine
      .transitionWhere(db.q, 'scheduled', 'sending', {}, { event: 'clock.send_time_reached' })
      .where('id', 'in', ids)
      .where('scheduled_at', '<=', sql<Date>`app_now()`)
      .execute()
  return claimedRecipients
}

const claimEvents = { pending: 'worker.claimed', sending: 'clock.lease_expired' } as const

async function claim(
  tx: Tx,
  from: 'pending' | 'sending',
  rows: readonly Pick<ClaimedRecipient, 'campaign_id' | 'recipient'>[],
): Promise<ClaimedRecipient[]> {
  if (rows.length === 0) return []
  const patch = { attempt_count: sql<number>`attempt_count + 1`, due_at: inSeconds(leaseSeconds) }
  return campaignRecipientMachine
    .transitionWhere(tx, from, 'sending', patch, { event: claimEvents[from] })
    .where(
      sql<boolean>`(campaign_id, recipient) in (select campaign_id, recipient
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as due (campaign_id uuid, recipient text))`,
    )
    .returning(['campaign_id', 'recipient', 'attempt_count', 'failure_reason'])
    .execute()
}
