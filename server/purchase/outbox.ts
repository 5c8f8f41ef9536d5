import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Tx } from '../database/index.ts'
import type { MailSender, Message, SmsSender } from '../messaging/index.ts'
import type { Order } from './order.ts'
import { inSeconds } from './store.ts'

export interface OutboxParts {
  readonly db: Database
  readonly log: Logger
  readonly mail: MailSender | null
  readonly sms: SmsSender | null
}

/** Commits a piece of news with the change it tells of: an SMS to the order's phone, a mail where there is an address. */
export async function putNews(tx: Tx, order: Order, name: string, message: Message): Promise<void> {
  const common = { order_id: order.id, because: null, sent_at: null }
  const rows = [
    {
      ...common,
      once_key: `order:${order.id}:${name}:sms`,
      channel: 'sms' as const,
      recipient: order.phone,
      subject: null,
      body: message.sms,
      html: null,
    },
    ...(order.email
      ? [
          {
            ...common,
            once_key: `order:${order.id}:${name}:mail`,
            channel: 'mail' as const,
            recipient: order.email,
            subject: message.mail.subject,
            body: message.mail.text,
            html: message.mail.html,
          },
        ]
      : []),
  ]
  await tx
    .insertInto('outbox')
    .values(rows)
    .onConflict((it) => it.column('once_key').doNothing())
    .execute()
}

const atOnce = 20
const leaseSeconds = 60
/** Seconds to wait after each try that did not go out. */
const againSeconds = [10, 30, 120, 600, 1800, 3600, 7200]

/** Sends what waits in the outbox. A message whose sending was lost may arrive twice: it says the same. @returns how many were taken */
export async function sendOutbox(parts: OutboxParts): Promise<number> {
  const mine = await parts.db.q
    .updateTable('outbox')
    .set((it) => ({ state: 'sending', tries: it('tries', '+', 1), due_at: inSeconds(leaseSeconds) }))
    .where('id', 'in', (it) =>
      it
        .selectFrom('outbox')
        .select('id')
        .where('state', 'in', ['waiting', 'sending'])
        .where('due_at', '<=', sql<Date>`business_now()`)
        .orderBy('due_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  await Promise.all(
    mine.map(async (row) => {
      const sent =
        row.channel === 'sms'
          ? await parts.sms?.send({ to: row.recipient, text: row.body })
          : await parts.mail?.send({
              to: row.recipient,
              subject: row.subject ?? '',
              text: row.body,
              html: row.html ?? '',
              attachments: [],
            })
      const values = afterTry(sent ?? { is: 'rejected', because: 'not configured' }, row.tries)
      if (values.state === 'failed')
        parts.log.error(
          { outbox: row.id, channel: row.channel, because: values.because },
          'news was not sent',
        )
      await parts.db.q.updateTable('outbox').set(values).where('id', '=', row.id).execute()
    }),
  )
  return mine.length
}

function afterTry(sent: { is: string; because?: string }, tries: number) {
  if (sent.is === 'accepted')
    return { state: 'sent' as const, sent_at: sql<Date>`business_now()`, due_at: null, because: null }
  const wait = againSeconds[tries - 1]
  return wait === undefined
    ? { state: 'failed' as const, because: sent.because ?? sent.is, due_at: null }
    : { state: 'waiting' as const, because: sent.because ?? sent.is, due_at: inSeconds(wait) }
}
