import type { z } from 'zod/mini'
import type { Template } from '../../shared/management/messages.ts'
import * as calls from '../../shared/management/messages.ts'
import { audit } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, Refused, type Route, route, type Upload } from '../http/index.ts'
import { attachmentOf } from './attachment.ts'
import { cleanHtml, plainText } from './clean.ts'
import { mailReaders, type Readers, smsReaders } from './recipients.ts'
import { type Campaign, keepCampaign, lastCampaigns, progressOf } from './store.ts'
import { addTemplate, changeTemplate, removeTemplate, templatesFor } from './templates.ts'

interface Parts {
  readonly db: Database
  /** Something is in line. */
  readonly wakeCampaigns: () => void
}
interface By {
  readonly actor: Actor
  readonly request: string
}

/** The calls by which managers write to people. */
export function campaignRoutes(parts: Parts): Route[] {
  const { db } = parts
  /** Does something to a template, and writes down who did. */
  const keep = (deed: string, { actor, request }: By, work: (tx: Tx) => Promise<Template>) =>
    db.inTransaction(async (tx) => {
      const it = await work(tx)
      const detail = { name: it.name }
      await audit(tx, { by: actor, action: `template.${deed}`, subject: it.id, detail, request })
      return it
    })
  return [
    route(calls.allTemplates, async ({ query }) => ({
      data: await templatesFor(db, query.message_type ?? 'email', query.type),
    })),
    route(calls.createTemplate, async ({ body, actor, request }) => {
      const it = await keep('add', { actor, request }, (tx) => addTemplate(tx, body, actor.userId))
      return { message: 'The template is saved.', data: it }
    }),
    route(calls.updateTemplate, async ({ params, body, actor, request }) => {
      const it = await keep('change', { actor, request }, (tx) =>
        changeTemplate(tx, params.id, body, actor.userId),
      )
      return { message: 'The template is saved.', data: it }
    }),
    route(calls.deleteTemplate, async ({ params, actor, request }) => {
      await keep('remove', { actor, request }, (tx) => removeTemplate(tx, params.id))
      return { message: 'The template is removed.', data: {} }
    }),

    route(calls.sendEmail, async ({ body, file, actor, request }) =>
      inLine(parts, await mailOf(db, body, file, actor), { actor, request }),
    ),
    route(calls.sendSms, async ({ body, actor, request }) => {
      const readers = await smsReaders(db, {
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
      return inLine(parts, { campaign, readers }, { actor, request })
    }),

    route(calls.allMessages, async ({ query }) => ({ data: await lastCampaigns(db, query.channel) })),
    route(calls.messageProgress, async ({ params, actor, request }) => {
      const progress = await progressOf(db, params.id)
      await audit(db.q, { by: actor, action: 'message.read', subject: params.id, request })
      return { data: progress }
    }),
  ]
}

interface ToSend {
  readonly campaign: Campaign
  readonly readers: Readers
}

async function mailOf(
  db: Database,
  body: z.infer<typeof calls.sendEmail.body>,
  file: Upload | undefined,
  actor: Actor,
): Promise<ToSend> {
  if (body.service === 'power' && !body.reference?.trim())
    throw new Refused('INVALID', { field: 'reference', says: 'Reference is required.' })
  const html = cleanHtml(body.message)
  const text = plainText(html)
  if (text === '') throw new Refused('INVALID', { field: 'message', says: 'Please write the message.' })
  const readers = await mailReaders(db, {
    group: body.user_group,
    userId: body.user_id,
    typed: body.email_addresses,
  })
  return {
    readers,
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

async function inLine({ db, wakeCampaigns }: Parts, { campaign, readers }: ToSend, { actor, request }: By) {
  const queued = await db.inTransaction(async (tx) => {
    const kept = await keepCampaign(tx, campaign, readers)
    await audit(tx, {
      by: actor,
      action: `message.${campaign.channel}`,
      subject: kept.id,
      detail: { recipients: kept.recipients, subject: campaign.subject },
      request,
    })
    return kept
  })
  wakeCampaigns()
  const many = queued.recipients === 1 ? 'one person' : `${queued.recipients} people`
  return { message: `Your message is on its way to ${many}.`, data: queued }
}
