import { sql } from 'kysely'
import type { Tx } from '../database/index.ts'
import type { Mail } from '../messaging/index.ts'

interface News {
  /** The same news is put once, however often it is told. */
  readonly onceKey: string
  readonly to: string
  readonly orderId?: string | null
  /** It carries a code: nothing of it is kept once it is sent. */
  readonly secret?: boolean
  /** After this many seconds it is of no use, and is not sent any more. */
  readonly usefulSeconds?: number
}

/** Commits a mail with the change it tells of. */
export const putMail = (tx: Tx, { mail, ...news }: News & { mail: Mail }): Promise<void> =>
  put(tx, news, { channel: 'mail', subject: mail.subject, body: mail.text, html: mail.html })

/** Commits an SMS with the change it tells of. */
export const putSms = (tx: Tx, { text, ...news }: News & { text: string }): Promise<void> =>
  put(tx, news, { channel: 'sms', subject: null, body: text, html: null })

async function put(
  tx: Tx,
  { onceKey, to, orderId = null, secret = false, usefulSeconds }: News,
  content: { channel: 'mail' | 'sms'; subject: string | null; body: string; html: string | null },
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      ...content,
      once_key: onceKey,
      recipient: to,
      order_id: orderId,
      secret,
      useless_at:
        usefulSeconds === undefined
          ? null
          : sql<Date>`business_now() + make_interval(secs => ${usefulSeconds})`,
    })
    .onConflict((it) => it.column('once_key').doNothing())
    .execute()
}
