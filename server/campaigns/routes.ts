import type { z } from 'zod/mini'
import { formatDate } from '../../shared/dates.ts'
import type { Template } from '../../shared/management/messages.ts'
import * as endpoints from '../../shared/management/messages.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, ApiError, type Route, route, type Upload } from '../http/index.ts'
import { attachmentOf } from './attachment.ts'
import { assertAllowedWithoutPin, authoriseSending, consumeDailyAllowance } from './authorise.ts'
import { type CampaignControlDeps, campaignControlRoutes, textOf } from './campaign-routes.ts'
import { campaignProgress, latestCampaigns } from './progress.ts'
import { type Recipients, recipientsOf } from './recipients.ts'
import { sendTimeOf } from './send-time.ts'
import { type Campaign, createCampaign, recipientCountsOf } from './store.ts'
import { subscriptionRoutes } from './subscription-routes.ts'
import { addTemplate, deleteStoredTemplate, templatesFor, updateStoredTemplate } from './templates.ts'
import { campaignTexts } from './texts.ts'

interface CampaignCaller {
  readonly actor: Actor
  readonly requestId: string
}

/** Routes for templates and campaigns, for managers only, and for unsubscribing. */
export function campaignRoutes(deps: CampaignControlDeps): Route[] {
  const { db } = deps
  /** Adds, changes or deletes a template and records the audit event, in one transaction. */
  const saveTemplate = (
    event: string,
    { actor, requestId }: CampaignCaller,
    work: (tx: Tx) => Promise<Template>,
  ) =>
    db.inTransaction(async (tx) => {
      const template = await work(tx)
      const detail = { name: template.name }
      await recordAuditEvent(tx, {
        actor,
        action: `template.${event}`,
        subject: template.id,
        detail,
        requestId,
      })
      return template
    })
  return [
    route(endpoints.getEmailTemplates, async ({ query }) => ({
      data: await templatesFor(db, query.message_type ?? 'email', query.type),
    })),
    route(endpoints.createTemplate, async ({ body, actor, requestId }) => {
      const template = await saveTemplate('add', { actor, requestId }, (tx) =>
        addTemplate(tx, body, actor.userId),
      )
      return { message: campaignTexts.templateSaved(), data: template }
    }),
    route(endpoints.updateTemplate, async ({ params, body, actor, requestId }) => {
      const template = await saveTemplate('change', { actor, requestId }, (tx) =>
        updateStoredTemplate(tx, params.id, body, actor.userId),
      )
      return { message: campaignTexts.templateSaved(), data: template }
    }),
    route(endpoints.deleteTemplate, async ({ params, actor, requestId }) => {
      await saveTemplate('remove', { actor, requestId }, (tx) => deleteStoredTemplate(tx, params.id))
      return { message: campaignTexts.templateDeleted(), data: {} }
    }),

    route(endpoints.sendEmail, async ({ body, file, actor, requestId }) =>
      enqueue(deps, await emailCampaignOf(db, body, file, actor), body.auth_pin, { actor, requestId }),
    ),
    route(endpoints.sendSms, async ({ body, actor, requestId }) =>
      enqueue(deps, await smsCampaignOf(db, body, actor), body.auth_pin, { actor, requestId }),
    ),

    route(endpoints.countRecipients, async ({ body }) => {
      const { channel, user_group: group, user_id: userId } = body
      const typedAddresses = channel === 'email' ? body.email_addresses : body.phone_numbers
      const selectedRecipients = await recipientsOf(db, channel, { group, userId, input: typedAddresses })
      return { data: { recipients: (await recipientCountsOf(db.q, channel, selectedRecipients)).recipients } }
    }),

    route(endpoints.getMessages, async ({ query }) => ({ data: await latestCampaigns(db, query.channel) })),
    // Before /messages/{id}, which also matches paths such as /messages/preview and answers their POST with 405.
    ...campaignControlRoutes(deps),
    route(endpoints.getMessageProgress, async ({ params, actor, requestId }) => {
      const progress = await campaignProgress(db, params.id, await deps.settings.get('message_pin_above'))
      await recordAuditEvent(db.q, { actor, action: 'message.read', subject: params.id, requestId })
      return { data: progress }
    }),
    ...subscriptionRoutes(deps),
  ]
}

interface CampaignRequest {
  readonly campaign: Campaign
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
  deps: CampaignControlDeps,
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
