import { sql } from 'kysely'
import type { OrderId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import type { Mail } from '../messaging/index.ts'
import { currentTraceparent } from '../telemetry/index.ts'

interface OutboxMessage {
  /** A message with the same key is enqueued once. */
  readonly dedupeKey: string
  readonly to: string
  readonly orderId?: OrderId | null
  /** True for a message with a code: its content is deleted after sending. */
  readonly redactAfterSend?: boolean
  /** The message expires after this many seconds and is then not sent. */
  readonly ttlSeconds?: number
}

/** `failure_reason` of a campaign message that waits while its recipient closes the account: it is not sent. */
export const accountClosedReason = 'account_closed'
const closedAccountDomain = '@closed.invalid'
/** Replaces the e-mail of a closed account. Nothing is sent to it. */
export const closedAccountEmail = (uniqueid: string): string =>
  `${uniqueid.toLowerCase()}${closedAccountDomain}`

/** Enqueues an e-mail in the transaction of the change it reports; none for a closed account. */
export async function enqueueMail(tx: Tx, message: OutboxMessage & { mail: Mail }): Promise<void> {
  await mailInsert(tx, message)?.execute()
}

/** Enqueues an SMS in the transaction of the change it reports. */
export async function enqueueSms(tx: Tx, message: OutboxMessage & { text: string }): Promise<void> {
  await smsInsert(tx, message).execute()
}

/** The insert that enqueues an e-mail; undefined for a closed account. */
export const mailInsert = (tx: Tx, { mail, ...message }: OutboxMessage & { mail: Mail }) =>
  message.to.endsWith(closedAccountDomain)
    ? undefined
    : messageInsert(tx, message, { channel: 'mail', subject: mail.subject, body: mail.text, html: mail.html })

/** The insert that enqueues an SMS. */
export const smsInsert = (tx: Tx, { text, ...message }: OutboxMessage & { text: string }) =>
  messageInsert(tx, message, { channel: 'sms', subject: null, body: text, html: null })

const messageInsert = (
  tx: Tx,
  { dedupeKey, to, orderId = null, redactAfterSend = false, ttlSeconds }: OutboxMessage,
  content: { channel: 'mail' | 'sms'; subject: string | null; body: string; html: string | null },
) =>
  tx
    .insertInto('outbox')
    .values({
      ...content,
      dedupe_key: dedupeKey,
      recipient: to,
      order_id: orderId,
      redact_after_send: redactAfterSend,
      traceparent: currentTraceparent(),
      expires_at:
        ttlSeconds === undefined ? null : sql<Date>`app_now() + make_interval(secs => ${ttlSeconds})`,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
