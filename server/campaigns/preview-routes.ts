import type { z } from 'zod/mini'
import * as endpoints from '../../shared/management/campaigns.ts'
import { nairaOf } from '../../shared/money.ts'
import { smsLength } from '../../shared/sms.ts'
import { recordAuditEvent } from '../audit/index.ts'
import { type Actor, ApiError, csvFile, type Route, route, type Upload } from '../http/index.ts'
import { attachmentOf } from './attachment.ts'
import { needsPin } from './authorise.ts'
import type { CampaignRoutesDeps } from './deps.ts'
import { textOf } from './message-text.ts'
import { type InvalidRecipient, nigerianPhoneOf, resolveRecipients } from './recipients.ts'
import { sendOne } from './send.ts'
import { recipientCountsOf } from './store.ts'
import { campaignTexts } from './texts.ts'

type Preview = z.infer<typeof endpoints.previewMessage.body>

/** Routes that preview a campaign and send its message to the manager as a test. Managers only. */
export function campaignPreviewRoutes(deps: CampaignRoutesDeps): Route[] {
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
  ]
}

const resolveChosenRecipients = ({ db }: Pick<CampaignRoutesDeps, 'db'>, body: Preview) =>
  resolveRecipients(db, body.channel, {
    group: body.user_group,
    userId: body.user_id,
    input: body.channel === 'email' ? body.email_addresses : body.phone_numbers,
  })

async function preview(deps: CampaignRoutesDeps, body: Preview, actor: Actor) {
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

/**
 * Sends a message to the manager's own address.
 * @throws ApiError INVALID without a Nigerian phone, UNAVAILABLE, FILE_REFUSED, TOO_MANY
 */
async function sendTest(
  deps: CampaignRoutesDeps,
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
