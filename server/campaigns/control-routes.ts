import * as endpoints from '../../shared/management/campaigns.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { type Actor, ApiError, type Route, route } from '../http/index.ts'
import { authoriseSending } from './authorise.ts'
import {
  changedCampaign,
  changeScheduledCampaign,
  pauseCampaign,
  resumeCampaign,
  stopCampaign,
} from './control.ts'
import type { CampaignRoutesDeps } from './deps.ts'
import { textOf } from './message-text.ts'
import { sendTimeOf } from './send-time.ts'
import type { Campaign } from './store.ts'
import { campaignTexts } from './texts.ts'

/** Routes that reschedule, pause, resume and stop campaigns. Managers only. */
export function campaignControlRoutes(deps: CampaignRoutesDeps): Route[] {
  const { db } = deps
  /** Changes a campaign and records the audit event in one transaction. */
  const change = async (
    { params, actor, requestId }: { params: { id: string }; actor: Actor; requestId: string },
    event: string,
    work: (tx: Tx, id: string) => Promise<Campaign>,
  ) => {
    const campaign = await db.inTransaction(async (tx) => {
      const updatedCampaign = await work(tx, params.id)
      await recordAuditEvent(tx, { actor, action: `message.${event}`, subject: params.id, requestId })
      return updatedCampaign
    })
    deps.triggerCampaigns()
    return changedCampaign(campaign)
  }
  return [
    route(endpoints.updateScheduledMessage, async ({ body, ...caller }) => {
      const sendAt = (await sendTimeOf(db, body.send_at)) ?? undefined
      const text = await changedText(deps, caller.params.id, body)
      const recipients = await recipientsStored(deps, caller.params.id)
      await authoriseSending(deps, caller.actor, { recipients, pin: body.auth_pin })
      const data = await change(caller, 'change', (tx, id) =>
        changeScheduledCampaign(tx, id, { sendAt, text }),
      )
      return { message: campaignTexts.changed(), data }
    }),
    route(endpoints.pauseMessage, async (caller) => ({
      message: campaignTexts.paused(),
      data: await change(caller, 'pause', pauseCampaign),
    })),
    route(endpoints.continueMessage, async (caller) => ({
      message: campaignTexts.resumed(),
      data: await change(caller, 'continue', resumeCampaign),
    })),
    route(endpoints.stopMessage, async (caller) => ({
      message: campaignTexts.stopped(),
      data: await change(caller, 'stop', stopCampaign),
    })),
  ]
}

/** The new text of a campaign. @throws ApiError NOT_FOUND, INVALID as `textOf` */
async function changedText(
  { db }: CampaignRoutesDeps,
  id: string,
  { subject, message }: { subject?: string | null | undefined; message?: string | null | undefined },
): Promise<Partial<Pick<Campaign, 'subject' | 'body' | 'html'>>> {
  const campaign = await db.q
    .selectFrom('campaigns')
    .select('channel')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!campaign) throw new ApiError('NOT_FOUND')
  const isEmail = campaign.channel === 'email'
  return {
    ...(isEmail && subject && { subject }),
    ...(typeof message === 'string' && textOf(campaign.channel, message)),
  }
}

async function recipientsStored({ db }: CampaignRoutesDeps, id: string): Promise<number> {
  const { count } = await db.q
    .selectFrom('campaign_recipients')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('campaign_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}
