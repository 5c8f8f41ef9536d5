import { type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Tables } from '../database/index.ts'
import type { MailSender, Sent, SmsSender } from '../messaging/index.ts'

export interface OutboxParts {
  readonly db: Database
  readonly log: Logger
  readonly mail: MailSender | null
  readonly sms: SmsSender | null
}

type Row = Selectable<Tables['outbox']>

const atOnce = 20
const leaseSeconds = 60
/** Seconds to wait after each try that did not go out. */
const againSeconds = [10, 30, 120, 600, 1800, 3600, 7200]

const inSeconds = (seconds: number) => sql<Date>`business_now() + make_interval(secs => ${seconds})`

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
    .returning(sql<boolean>`coalesce(useless_at <= business_now(), false)`.as('useless'))
    .execute()
  await Promise.all(
    mine.map(async ({ useless, ...row }) => {
      const sent: Sent = useless ? { is: 'rejected', because: 'too late' } : await sendOne(parts, row)
      const values = afterTry(sent, row, useless)
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

async function sendOne(parts: OutboxParts, row: Row): Promise<Sent> {
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
  return sent ?? { is: 'rejected', because: 'not configured' }
}

function afterTry(sent: Sent, row: Row, useless: boolean) {
  const blank = row.secret ? { body: '', html: null } : {}
  if (sent.is === 'accepted')
    return {
      ...blank,
      state: 'sent' as const,
      sent_at: sql<Date>`business_now()`,
      due_at: null,
      because: null,
    }
  const wait = useless ? undefined : againSeconds[row.tries - 1]
  return wait === undefined
    ? { ...blank, state: 'failed' as const, because: sent.because, due_at: null }
    : { state: 'waiting' as const, because: sent.because, due_at: inSeconds(wait) }
}
