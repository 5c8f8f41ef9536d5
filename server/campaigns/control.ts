import { sql } from 'kysely'
import type { DataOf } from '../../shared/contract.ts'
import type { updateScheduledMessage } from '../../shared/management/campaigns.ts'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { campaignMachine, campaignRecipientMachine } from './machine.ts'
import { completeCampaigns } from './record-results.ts'
import type { Campaign } from './store.ts'
import { campaignTexts } from './texts.ts'

/** Locks a campaign. Its recipients are changed after it, in this order only. @throws ApiError NOT_FOUND */
async function lockCampaign(tx: Tx, id: string): Promise<Campaign> {
  const row = await tx.selectFrom('campaigns').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new ApiError('NOT_FOUND')
  return row
}

export const changedCampaign = (
  row: Pick<Campaign, 'id' | 'state' | 'scheduled_at'>,
): DataOf<typeof updateScheduledMessage> => ({
  id: row.id,
  state: row.state,
  scheduled_at: row.scheduled_at?.toISOString() ?? null,
})

const pendingRecipients = (tx: Tx, id: string) =>
  tx.updateTable('campaign_recipients').where('campaign_id', '=', id).where('state', '=', 'pending')

/** Messages that a worker is sending now are still sent. A second press changes nothing. @throws ApiError NOT_NOW */
export async function pauseCampaign(tx: Tx, id: string): Promise<Campaign> {
  const row = await lockCampaign(tx, id)
  if (row.state === 'paused') return row
  if (row.state !== 'sending') throw new ApiError('NOT_NOW', { message: campaignTexts.notBeingSent() })
  await pendingRecipients(tx, id).set({ due_at: null }).execute()
  return campaignMachine.transition(tx, row, 'paused', {}, { event: 'manager.paused' })
}

/** @throws ApiError NOT_NOW */
export async function resumeCampaign(tx: Tx, id: string): Promise<Campaign> {
  const row = await lockCampaign(tx, id)
  if (row.state === 'sending') return row
  if (row.state !== 'paused') throw new ApiError('NOT_NOW', { message: campaignTexts.notPaused() })
  await pendingRecipients(tx, id).set({ due_at: sql<Date>`app_now()` }).execute()
  return campaignMachine.transition(tx, row, 'sending', {}, { event: 'manager.continued' })
}

/** Cancels every recipient to whom no worker is sending. @throws ApiError NOT_NOW for a campaign that is sent */
export async function stopCampaign(tx: Tx, id: string): Promise<Campaign> {
  const row = await lockCampaign(tx, id)
  if (row.state === 'stopped') return row
  if (row.state === 'sent') throw new ApiError('NOT_NOW', { message: campaignTexts.alreadySent() })
  const event = { event: 'manager.stopped' } as const
  const stoppedCampaign = await campaignMachine.transition(tx, row, 'stopped', {}, event)
  await campaignRecipientMachine
    .transitionWhere(tx, 'pending', 'cancelled', { due_at: null }, event)
    .where('campaign_id', '=', id)
    .execute()
  await completeCampaigns(tx, [id])
  return stoppedCampaign
}

/** New values of a scheduled campaign; undefined stays. */
export interface ScheduledChange {
  readonly sendAt: Date | undefined
  readonly text: Partial<Pick<Campaign, 'subject' | 'body' | 'html'>>
}

/** @throws ApiError NOT_NOW when sending has started */
export async function changeScheduledCampaign(
  tx: Tx,
  id: string,
  { sendAt, text }: ScheduledChange,
): Promise<Campaign> {
  const row = await lockCampaign(tx, id)
  if (row.state !== 'scheduled') throw new ApiError('NOT_NOW', { message: campaignTexts.alreadyStarted() })
  if (sendAt) await pendingRecipients(tx, id).set({ due_at: sendAt }).execute()
  return tx
    .updateTable('campaigns')
    .set({ ...text, scheduled_at: sendAt ?? row.scheduled_at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
