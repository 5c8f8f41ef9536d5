import type { z } from 'zod/mini'
import type { Template } from '../../shared/management/messages.ts'
import * as calls from '../../shared/management/messages.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, ApiError, type Route, route, type Upload } from '../http/index.ts'
import { attachmentOf } from './attachment.ts'
import { emailRecipients, type Recipients, smsRecipients } from './recipients.ts'
import { cleanHtml, plainText } from './sanitize.ts'
import {
  type Campaign,
  campaignProgress,
  createCampaign,
  latestCampaigns,
  recipientCountOf,
} from './store.ts'
import { addTemplate, deleteStoredTemplate, templatesFor, updateStoredTemplate } from './templates.ts'

interface CampaignRouteDeps {
  readonly db: Database
  /** Starts sending; called when a campaign is queued. */
  readonly wakeCampaigns: () => void
}
interface CampaignCaller {
  readonly actor: Actor
  readonly request: string
}

/** Routes for templates and campaigns. Managers only. */
export function campaignRoutes(deps: CampaignRouteDeps): Route[] {
  const { db } = deps
  /** Changes a template and records the audit event in one transaction. */
  const saveTemplate = (
    event: string,
    { actor, request }: CampaignCaller,
    work: (tx: Tx) => Promise<Template>,
  ) =>
    db.inTransaction(async (tx) => {
      const template = await work(tx)
      const detail = { name: template.name }
      await recordAuditEvent(tx, {
        by: actor,
        action: `template.${event}`,
        subject: template.id,
        detail,
        request,
      })
      return template
    })
  return [
    route(calls.allTemplates, async ({ query }) => ({
      data: await templatesFor(db, query.message_type ?? 'email', query.type),
    })),
    route(calls.createTemplate, async ({ body, actor, request }) => {
      const template = await saveTemplate('add', { actor, request }, (tx) =>
        addTemplate(tx, body, actor.userId),
      )
      return { message: 'The template is saved.', data: template }
    }),
    route(calls.updateTemplate, async ({ params, body, actor, request }) => {
      const template = await saveTemplate('change', { actor, request }, (tx) =>
        updateStoredTemplate(tx, params.id, body, actor.userId),
      )
      return { message: 'The template is saved.', data: template }
    }),
    route(calls.deleteTemplate, async ({ params, actor, request }) => {
      await saveTemplate('remove', { actor, request }, (tx) => deleteStoredTemplate(tx, params.id))
      return { message: 'The template is deleted.', data: {} }
    }),

    route(calls.sendEmail, async ({ body, file, actor, request }) =>
      enqueue(deps, await emailCampaignOf(db, body, file, actor), { actor, request }),
    ),
    route(calls.sendSms, async ({ body, actor, request }) => {
      const recipients = await smsRecipients(db, {
        group: body.user_group,
        userId: body.user_id,
        typed: body.phone_numbers,
      })
      const campaign: Campaign = {
        channel: 'sms',
        service: body.service,
        subject: null,
        body: body.message,
        html: null,
        file: null,
        sentBy: actor.userId,
      }
      return enqueue(deps, { campaign, recipients }, { actor, request })
    }),

    route(calls.countRecipients, async ({ body }) => {
      const { channel, user_group: group, user_id: userId } = body
      const recipients =
        channel === 'email'
          ? await emailRecipients(db, { group, userId, typed: body.email_addresses })
          : await smsRecipients(db, { group, userId, typed: body.phone_numbers })
      return { data: { recipients: await recipientCountOf(db, channel, recipients) } }
    }),

    route(calls.allMessages, async ({ query }) => ({ data: await latestCampaigns(db, query.channel) })),
    route(calls.messageProgress, async ({ params, actor, request }) => {
      const progress = await campaignProgress(db, params.id)
      await recordAuditEvent(db.q, { by: actor, action: 'message.read', subject: params.id, request })
      return { data: progress }
    }),
  ]
}

interface CampaignRequest {
  readonly campaign: Campaign
  readonly recipients: Recipients
}

async function emailCampaignOf(
  db: Database,
  body: z.infer<typeof calls.sendEmail.body>,
  file: Upload | undefined,
  actor: Actor,
): Promise<CampaignRequest> {
  if (body.service === 'power' && !body.reference?.trim())
    throw new ApiError('INVALID', { field: 'reference', message: 'Reference is required.' })
  const html = cleanHtml(body.message)
  const text = plainText(html)
  if (text === '') throw new ApiError('INVALID', { field: 'message', message: 'Please write the message.' })
  const recipients = await emailRecipients(db, {
    group: body.user_group,
    userId: body.user_id,
    typed: body.email_addresses,
  })
  return {
    recipients,
    campaign: {
      channel: 'email',
      service: body.service,
      subject: body.subject,
      body: text,
      html,
      file: await attachmentOf(file, body.type),
      sentBy: actor.userId,
    },
  }
}

async function enqueue(
  { db, wakeCampaigns }: CampaignRouteDeps,
  { campaign, recipients }: CampaignRequest,
  { actor, request }: CampaignCaller,
) {
  const queued = await db.inTransaction(async (tx) => {
    const stored = await createCampaign(tx, campaign, recipients)
    await recordAuditEvent(tx, {
      by: actor,
      action: `message.${campaign.channel}`,
      subject: stored.id,
      detail: { recipients: stored.recipients, subject: campaign.subject },
      request,
    })
    return stored
  })
  wakeCampaigns()
  const recipientsText = queued.recipients === 1 ? '1 recipient' : `${queued.recipients} recipients`
  return { message: `Message queued for ${recipientsText}.`, data: queued }
}
