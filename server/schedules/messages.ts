import { sql } from 'kysely'
import type { NotifyChannel } from '../../shared/schedules.ts'
import type { Tx } from '../database/index.ts'
import { scheduleMessage } from '../messaging/index.ts'
import { notify } from '../notifications/index.ts'
import { enqueueMail, enqueueSms, smsOptOutsOf } from '../outbox/index.ts'
import type { ScheduleDeps } from './deps.ts'

interface OwnerMessage {
  readonly userId: string
  readonly channel: NotifyChannel
  /** A message with the same key is sent once. */
  readonly key: string
  readonly subject: string
  readonly body: string
  readonly link: { readonly label: string; readonly path: string }
}

interface Recipient {
  readonly email: string
  readonly phone: string | null
}

type Sender = (
  tx: Tx,
  recipient: Recipient,
  content: { dedupeKey: string; message: ReturnType<typeof scheduleMessage> },
) => Promise<void>

const sendMail: Sender = (tx, { email }, { dedupeKey, message }) =>
  enqueueMail(tx, { dedupeKey, to: email, mail: message.mail })

const senders = {
  /** A user without a phone, or whose phone sent STOP, gets an e-mail instead. */
  async sms(tx, recipient, content) {
    const { phone } = recipient
    const isReachable = phone !== null && !(await smsOptOutsOf(tx, [phone])).has(phone)
    if (!isReachable) return sendMail(tx, recipient, content)
    await enqueueSms(tx, { dedupeKey: content.dedupeKey, to: phone, text: content.message.sms })
  },
  email: sendMail,
} satisfies Record<NotifyChannel, Sender>

/** Tells a user by the channel they chose, and in their notifications. The caller wakes the outbox. */
export async function tellOwner(
  { brandName, appUrl }: Pick<ScheduleDeps, 'brandName' | 'appUrl'>,
  tx: Tx,
  { userId, channel, key, subject, body, link }: OwnerMessage,
): Promise<void> {
  await notify(tx, { userId, service: 'schedule', subject, body })
  const recipient = await tx
    .selectFrom('users')
    .select(['email', 'phone'])
    .where('id', '=', userId)
    .where(sql<boolean>`blocked_at is null`)
    .executeTakeFirst()
  if (!recipient) return
  const message = scheduleMessage({
    brandName,
    subject,
    body,
    link: { label: link.label, url: `${appUrl}${link.path}` },
  })
  await senders[channel](tx, recipient, { dedupeKey: key, message })
}
