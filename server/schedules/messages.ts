import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import { isNationalNumber } from '../../shared/phone.ts'
import type { NotifyChannel } from '../../shared/schedules.ts'
import type { Database, Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { buildScheduleMessage } from '../messaging/index.ts'
import { notify } from '../notifications/index.ts'
import { enqueueMail, enqueueSms, smsOptOutsOf } from '../outbox/index.ts'
import { enqueueUserPush, hasPush } from '../push/index.ts'
import type { ScheduleDeps } from './deps.ts'
import { scheduleServerTexts } from './texts.ts'

interface OwnerMessage {
  readonly userId: UserId
  readonly channel: NotifyChannel
  /** A message with the same key is sent once. */
  readonly key: string
  readonly subject: string
  readonly body: string
  readonly link: { readonly label: string; readonly path: string }
}

interface Recipient {
  readonly id: string
  readonly email: string
  readonly phone: string | null
}

type Sender = (
  tx: Tx,
  recipient: Recipient,
  content: {
    dedupeKey: string
    message: ReturnType<typeof buildScheduleMessage>
    push: { title: string; body: string; path: string }
  },
) => Promise<void>

const sendMail: Sender = (tx, { email }, { dedupeKey, message }) =>
  enqueueMail(tx, { dedupeKey, to: email, mail: message.mail })

const senders = {
  /** A user with no device that receives notifications gets an e-mail instead. */
  async push(tx, recipient, content) {
    if (!(await hasPush(tx, recipient.id))) return sendMail(tx, recipient, content)
    await enqueueUserPush(tx, recipient.id, { dedupeKey: content.dedupeKey, ...content.push })
  },
  /** A user without a Nigerian phone, or whose phone sent STOP or got too many SMS, gets an e-mail instead. */
  async sms(tx, recipient, content) {
    const { phone } = recipient
    const isReachable =
      canGetSms(phone) && !(await smsOptOutsOf(tx, [phone])).has(phone) && (await isBelowSmsLimit(tx, phone))
    if (!isReachable) return sendMail(tx, recipient, content)
    await enqueueSms(tx, { dedupeKey: content.dedupeKey, to: phone, text: content.message.sms })
  },
  email: sendMail,
} satisfies Record<NotifyChannel, Sender>

/** An SMS abroad costs a multiple, and a premium number pays its owner for it. */
const canGetSms = (phone: string | null): phone is string => phone !== null && isNationalNumber(phone)

/** Anyone can enter any phone in their profile, in any number of accounts, and these SMS are free for them. */
const maxSmsPerDay = 10

async function isBelowSmsLimit(tx: Tx, phone: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`schedule sms ${phone}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox
    where recipient = ${phone} and channel = 'sms' and order_id is null
      and created_at > app_now() - interval '24 hours'
      and (dedupe_key like 'schedule-%' or dedupe_key like 'low-units:%')`.execute(tx)
  return (rows[0]?.count ?? 0) < maxSmsPerDay
}

/** Tells a user by the channel they chose, and in their notifications. The caller triggers the outbox. */
export async function notifyScheduleOwner(
  { brandName, appUrl }: Pick<ScheduleDeps, 'brandName' | 'appUrl'>,
  tx: Tx,
  { userId, channel, key, subject, body, link }: OwnerMessage,
): Promise<void> {
  await notify(tx, { userId, service: 'schedule', subject, body })
  const recipient = await tx
    .selectFrom('users')
    .select(['id', 'email', 'phone'])
    .where('id', '=', userId)
    .where(sql<boolean>`blocked_at is null`)
    .executeTakeFirst()
  if (!recipient) return
  const message = buildScheduleMessage({
    brandName,
    subject,
    body,
    link: { label: link.label, url: `${appUrl}${link.path}` },
  })
  await senders[channel](tx, recipient, {
    dedupeKey: key,
    message,
    push: { title: subject, body, path: link.path },
  })
}

/** @throws ApiError INVALID when the channel cannot reach the user */
export async function assertChannel(
  db: Database['q'],
  { userId, channel, field }: { userId: UserId; channel: NotifyChannel | null; field: string },
): Promise<void> {
  if (channel === 'push' && !(await hasPush(db, userId)))
    throw new ApiError('INVALID', { field, message: scheduleServerTexts.pushMissing() })
  if (channel !== 'sms') return
  const user = await db.selectFrom('users').select('phone').where('id', '=', userId).executeTakeFirstOrThrow()
  if (!canGetSms(user.phone))
    throw new ApiError('INVALID', { field, message: scheduleServerTexts.phoneMissing() })
}
