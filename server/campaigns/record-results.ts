import { type Selectable, sql } from 'kysely'
import type { CampaignId } from '../../shared/ids.ts'
import { type Database, inSeconds, type Tables, type Tx } from '../database/index.ts'
import type { SendResult } from '../messaging/index.ts'
import { campaignMachine, campaignRecipientMachine } from './machine.ts'

export interface ClaimedRecipient {
  readonly campaign_id: CampaignId
  readonly recipient: string
  readonly attempt_count: number
  /** Of an earlier attempt, or why the message is not sent. */
  readonly failure_reason: string | null
}

/** `opted_out`: after the campaign was created. `not_sent`: the campaign is paused, stopped or scheduled for later. */
export type RecipientResult =
  | SendResult
  | { readonly type: 'opted_out'; readonly reason: string }
  | { readonly type: 'not_sent' }

type CampaignRow = Pick<Selectable<Tables['campaigns']>, 'id' | 'state' | 'scheduled_at'>

/** A transition of a recipient that is `sending`. */
type Outcome =
  | { to: 'sent'; event: 'provider.accepted' }
  | {
      to: 'failed'
      event: 'provider.rejected' | 'worker.retries_exhausted' | 'customer.opted_out'
      reason: string
    }
  | { to: 'cancelled'; event: 'manager.stopped' }
  | { to: 'pending'; event: 'worker.claim_released' }
  | { to: 'pending'; event: 'worker.retry_scheduled'; reason: string; retryAfterSeconds: number }

/** Delay after each failed attempt, seconds. */
const retrySeconds = [30, 300, 1800]

/**
 * Stores the results of a batch and completes the campaigns without open recipients, in one transaction that locks the
 * campaigns. A campaign that is paused or stopped before that keeps its remaining recipients pending or cancels them.
 */
export const recordResults = (
  db: Database,
  results: readonly { readonly claimedRecipient: ClaimedRecipient; readonly result: RecipientResult }[],
): Promise<void> =>
  db.inTransaction(async (tx) => {
    const ids = [...new Set(results.map(({ claimedRecipient }) => claimedRecipient.campaign_id))]
    const rows = await tx
      .selectFrom('campaigns')
      .select(['id', 'state', 'scheduled_at'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const campaign of rows) {
      const campaignResults = results.filter(
        ({ claimedRecipient }) => claimedRecipient.campaign_id === campaign.id,
      )
      for (const { outcome, recipients } of groupByOutcome(campaignResults, campaign))
        await storeOutcome(tx, campaign, recipients, outcome)
    }
    await completeCampaigns(tx, ids)
  })

function groupByOutcome(
  results: readonly { readonly claimedRecipient: ClaimedRecipient; readonly result: RecipientResult }[],
  campaign: CampaignRow,
) {
  const groups = new Map<string, { outcome: Outcome; recipients: string[] }>()
  for (const { claimedRecipient, result } of results) {
    const outcome = outcomeOf(result, claimedRecipient.attempt_count, campaign.state)
    const key = JSON.stringify(outcome)
    const group = groups.get(key) ?? { outcome, recipients: [] }
    group.recipients.push(claimedRecipient.recipient)
    groups.set(key, group)
  }
  return groups.values()
}

function outcomeOf(result: RecipientResult, attemptCount: number, state: CampaignRow['state']): Outcome {
  switch (result.type) {
    case 'accepted':
      return { to: 'sent', event: 'provider.accepted' }
    case 'rejected':
      return { to: 'failed', event: 'provider.rejected', reason: result.reason }
    case 'opted_out':
      return { to: 'failed', event: 'customer.opted_out', reason: result.reason }
    case 'not_sent':
      return state === 'stopped'
        ? { to: 'cancelled', event: 'manager.stopped' }
        : { to: 'pending', event: 'worker.claim_released' }
    case 'unknown': {
      const { reason } = result
      const retryAfterSeconds = state === 'stopped' ? undefined : retrySeconds[attemptCount - 1]
      return retryAfterSeconds === undefined
        ? { to: 'failed', event: 'worker.retries_exhausted', reason }
        : { to: 'pending', event: 'worker.retry_scheduled', reason, retryAfterSeconds }
    }
  }
}

async function storeOutcome(
  tx: Tx,
  campaign: CampaignRow,
  recipients: readonly string[],
  outcome: Outcome,
): Promise<void> {
  const patch = {
    failure_reason: 'reason' in outcome ? outcome.reason : null,
    sent_at: outcome.to === 'sent' ? sql<Date>`app_now()` : null,
    due_at: outcome.to === 'pending' ? dueAt(campaign, outcome) : null,
    // The claim counted an attempt that was not made.
    ...(outcome.event === 'worker.claim_released' && { attempt_count: sql<number>`attempt_count - 1` }),
  }
  await campaignRecipientMachine
    .transitionWhere(tx, 'sending', outcome.to, patch, { event: outcome.event })
    .where('campaign_id', '=', campaign.id)
    .where('recipient', 'in', recipients)
    .execute()
}

/** When a pending recipient is sent to; null while the campaign is paused. */
function dueAt({ state, scheduled_at }: CampaignRow, outcome: Extract<Outcome, { to: 'pending' }>) {
  if (state === 'scheduled') return scheduled_at
  if (state !== 'sending') return null
  return inSeconds('retryAfterSeconds' in outcome ? outcome.retryAfterSeconds : 0)
}

const openStates = ['pending', 'sending'] as const

/** Stores the final counts of those of the campaigns that have no open recipient; they are then sent, or stay stopped. */
export async function completeCampaigns(tx: Tx, ids: readonly string[]): Promise<void> {
  const isComplete = sql<boolean>`id in (${sql.join(ids)}) and counts is null and not exists (
    select from campaign_recipients where campaign_id = campaigns.id and state in (${sql.join(openStates)}))`
  const counts = sql<Record<string, number>>`(select jsonb_object_agg(state, count) from (
    select state, count(*) from campaign_recipients where campaign_id = campaigns.id group by state) as counted)`
  const event = 'worker.recipients_completed'
  await campaignMachine
    .transitionWhere(tx, ['sending', 'paused'], 'sent', { counts }, { event })
    .where(isComplete)
    .execute()
  await tx.updateTable('campaigns').set({ counts }).where('state', '=', 'stopped').where(isComplete).execute()
}
