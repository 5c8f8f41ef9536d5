import type { z } from 'zod/mini'
import { formatDate } from '../../shared/dates.ts'
import * as endpoints from '../../shared/management/messages.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { type Actor, ApiError, type Route, route, type Upload } from '../http/index.ts'
import { attachmentOf } from './attachment.ts'
import { assertAllowedWithoutPin, authoriseSending, consumeDailyAllowance } from './authorise.ts'
import type { CampaignRoutesDeps } from './deps.ts'
import { textOf } from './message-text.ts'
import { type Recipients, recipientsOf } from './recipients.ts'
import { sendTimeOf } from './send-time.ts'
import { createCampaign, type NewCampaign, recipientCountsOf } from './store.ts'
import { campaignTexts } from './texts.ts'

interface CampaignCaller {
  readonly actor: Actor
  readonly requestId: string
}

/** Routes that send or schedule a campaign. Managers only. */
export function campaignSendRoutes(deps: CampaignRoutesDeps): Route[] {
  const { db } = deps
  return [
    route(endpoints.sendEmail, async ({ body, file, actor, requestId }) =>
      enqueue(deps, await emailCampaignOf(db, body, file, actor), body.auth_pin, { actor, requestId }),
    ),
    route(endpoints.sendSms, async ({ body, actor, requestId }) =>
      enqueue(deps, await smsCampaignOf(db, body, actor), body.auth_pin, { actor, requestId }),
    ),
  ]
}

interface CampaignRequest {
  readonly campaign: NewCampaign
  readonly recipients: Recipients
}

async function emailCampaignOf(
  db: Database,
  body: z.infer<typeof endpoints.sendEmail.body>,
  file: Upload | undefined,
  actor: Actor,
): Promise<CampaignRequest> {
  if (body.service === 'power' && !body.reference?.trim())
    throw new ApiError('INVALID', { field: 'reference', message: campaignTexts.referenceMissing() })
  const text = textOf('email', body.message)
  const recipients = await recipientsOf(db, 'email', {
    group: body.user_group,
    userId: body.user_id,
    input: body.email_addresses,
  })
  return {
    recipients,
    campaign: {
      channel: 'email',
      service: body.service,
      subject: body.subject,
      ...text,
      file: await attachmentOf(file, body.type),
      sentBy: actor.userId,
      sendAt: await sendTimeOf(db, body.send_at),
    },
  }
}

async function smsCampaignOf(
  db: Database,
  body: z.infer<typeof endpoints.sendSms.body>,
  actor: Actor,
): Promise<CampaignRequest> {
  const recipients = await recipientsOf(db, 'sms', {
    group: body.user_group,
    userId: body.user_id,
    input: body.phone_numbers,
  })
  return {
    recipients,
    campaign: {
      channel: 'sms',
      service: body.service,
      subject: null,
      ...textOf('sms', body.message),
      file: null,
      sentBy: actor.userId,
      sendAt: await sendTimeOf(db, body.send_at),
    },
  }
}

async function enqueue(
  deps: CampaignRoutesDeps,
  { campaign, recipients }: CampaignRequest,
  pin: string | null | undefined,
  { actor, requestId }: CampaignCaller,
) {
  const { db, triggerCampaigns } = deps
  const counts = await recipientCountsOf(db.q, campaign.channel, recipients)
  const maxRecipients = await authoriseSending(deps, actor, { recipients: counts.recipients, pin })
  if (!pin) await consumeDailyAllowance(deps, actor, counts.recipients)
  const result = await db.inTransaction(async (tx) => {
    const storedCampaign = await createCampaign(tx, campaign, recipients)
    // A group may have grown since it was counted.
    assertAllowedWithoutPin(maxRecipients, storedCampaign.recipients)
    await recordAuditEvent(tx, {
      actor,
      action: `message.${campaign.channel}`,
      subject: storedCampaign.id,
      detail: { recipients: storedCampaign.recipients, subject: campaign.subject },
      requestId,
    })
    return storedCampaign
  })
  triggerCampaigns()
  const { sendAt } = campaign
  const count = result.recipients
  const message = sendAt
    ? campaignTexts.scheduled({ count, time: formatDate(sendAt) })
    : campaignTexts.queued({ count })
  return { message, data: result }
}
