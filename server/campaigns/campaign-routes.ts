import type { Selectable } from 'kysely'
import type { z } from 'zod/mini'
import { fieldTexts } from '../../shared/field-texts.ts'
import * as endpoints from '../../shared/management/campaigns.ts'
import { managementFieldTexts } from '../../shared/management/field-texts.ts'
import { maxSmsCharacters } from '../../shared/management/messages.ts'
import { nairaOf } from '../../shared/money.ts'
import { smsLength } from '../../shared/sms.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Tables, Tx } from '../database/index.ts'
import { type Actor, ApiError, csvFile, type Route, route, type Upload } from '../http/index.ts'
import { attachmentOf } from './attachment.ts'
import { type AuthoriseDeps, authoriseSending, needsPin } from './authorise.ts'
import {
  changedCampaign,
  changeScheduledCampaign,
  continueCampaign,
  pauseCampaign,
  stopCampaign,
} from './control.ts'
import { type InvalidRecipient, nigerianPhoneOf, resolveRecipients } from './recipients.ts'
import { cleanHtml, plainText } from './sanitize.ts'
import { type CampaignDeps, sendOne } from './send.ts'
import { sendTimeOf } from './send-time.ts'
import { recipientCountsOf } from './store.ts'
import { campaignTexts } from './texts.ts'

export interface CampaignControlDeps extends CampaignDeps, AuthoriseDeps {
  /** Starts sending; called when recipients are due. */
  readonly triggerCampaigns: () => void
}
type Campaign = Selectable<Tables['campaigns']>
type Preview = z.infer<typeof endpoints.previewMessage.body>

/** Routes that preview, test, schedule, pause, continue and stop campaigns. Managers only. */
export function campaignControlRoutes(deps: CampaignControlDeps): Route[] {
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
    route(endpoints.previewMessage, async ({ body, actor }) => ({ data: await preview(deps, body, actor) })),
    route(endpoints.getInvalidRecipients, async ({ body }) => {
      const { invalid } = await resolveChosenRecipients(deps, body)
      return csvFile('invalid-recipients.csv', [
        [campaignTexts.address(), campaignTexts.reason()],
        ...invalid.map((row) => [row.address, reasonText(body.channel, row.reason)]),
      ])
    }),
    route(endpoints.sendTestMessage, async ({ body, file, actor, requestId }) => {
      const to = await sendTest(deps, body, file, { actor, requestId })
      return { message: campaignTexts.testSent({ to }), data: { to } }
    }),
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
      message: campaignTexts.continued(),
      data: await change(caller, 'continue', continueCampaign),
    })),
    route(endpoints.stopMessage, async (caller) => ({
      message: campaignTexts.stopped(),
      data: await change(caller, 'stop', stopCampaign),
    })),
  ]
}

const resolveChosenRecipients = ({ db }: Pick<CampaignControlDeps, 'db'>, body: Preview) =>
  resolveRecipients(db, body.channel, {
    group: body.user_group,
    userId: body.user_id,
    input: body.channel === 'email' ? body.email_addresses : body.phone_numbers,
  })

async function preview(deps: CampaignControlDeps, body: Preview, actor: Actor) {
  const { db, settings } = deps
  const { recipients: chosen, invalid } = await resolveChosenRecipients({ db }, body)
  const { recipients, unsubscribed } = await recipientCountsOf(db.q, body.channel, chosen)
  const segments = body.channel === 'sms' ? smsLength(body.message ?? '').segments : null
  const segmentKobo = BigInt(await settings.get('sms_segment_kobo'))
  return {
    recipients,
    unsubscribed,
    segments,
    cost: segments === null ? null : nairaOf(BigInt(recipients) * BigInt(segments) * segmentKobo),
    pin_required: await needsPin(deps, actor, recipients),
    invalid_count: invalid.length,
    invalid: invalid.slice(0, endpoints.maxInvalidShown),
  }
}

const reasonText = (channel: Preview['channel'], reason: InvalidRecipient['reason']): string => {
  if (reason === 'unknown') return campaignTexts.unknownPhone()
  return channel === 'email' ? campaignTexts.malformedEmail() : campaignTexts.malformedPhone()
}

/** The new text of a campaign. @throws ApiError NOT_FOUND, INVALID as `textOf` */
async function changedText(
  { db }: CampaignControlDeps,
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

/** @throws ApiError INVALID for an empty message, and for an SMS that is too long */
export function textOf(channel: Campaign['channel'], message: string): Pick<Campaign, 'body' | 'html'> {
  const invalid = (text: string) => new ApiError('INVALID', { field: 'message', message: text })
  const html = channel === 'email' ? cleanHtml(message) : null
  const body = html === null ? message.trim() : plainText(html)
  if (body === '') throw invalid(managementFieldTexts.messageMissing())
  if (channel === 'sms' && body.length > maxSmsCharacters)
    throw invalid(fieldTexts.tooLong({ max: maxSmsCharacters }))
  return { body, html }
}

async function recipientsStored({ db }: CampaignControlDeps, id: string): Promise<number> {
  const { count } = await db.q
    .selectFrom('campaign_recipients')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('campaign_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Sends a message to the manager's own address.
 * @throws ApiError INVALID without a Nigerian phone, UNAVAILABLE, FILE_REFUSED, TOO_MANY
 */
async function sendTest(
  deps: CampaignControlDeps,
  body: z.infer<typeof endpoints.sendTestMessage.body>,
  upload: Upload | undefined,
  { actor, requestId }: { actor: Actor; requestId: string },
): Promise<string> {
  const { channel, subject } = body
  const text = textOf(channel, body.message)
  const file = await attachmentOf(upload, 'text')
  const { email, phone } = await deps.db.q
    .selectFrom('users')
    .select(['email', 'phone'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const to = channel === 'email' ? email : phone && nigerianPhoneOf(phone)
  if (!to) throw new ApiError('INVALID', { field: 'channel', message: campaignTexts.phoneMissing() })
  await deps.limits.consume('test_message', actor.userId)
  const detail = { channel }
  await recordAuditEvent(deps.db.q, {
    actor,
    action: 'message.test',
    subject: actor.userId,
    detail,
    requestId,
  })
  const message = {
    channel,
    subject: subject ?? null,
    ...text,
    file: file?.bytes ?? null,
    file_name: file?.name ?? null,
    file_type: file?.type ?? null,
  }
  const result = await sendOne(deps, message, to, await deps.settings.get('message_reply_to'))
  if (result.type !== 'accepted') throw new ApiError('UNAVAILABLE', { message: campaignTexts.testFailed() })
  return to
}
