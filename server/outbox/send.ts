import { type Selectable, sql } from 'kysely'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { type Database, inSeconds, type Tables } from '../database/index.ts'
import type { MailSender, Sent, SmsSender } from '../messaging/index.ts'

export interface OutboxParts {
  readonly db: Database
  readonly log: Logger
  readonly mail: MailSender | null
  readonly sms: SmsSender | null
}

type Row = Selectable<Tables['outbox']> & { readonly useless: boolean }

const atOnce = 20
const leaseSeconds = 60
/** Seconds to wait after each try that did not go out. */
const againSeconds = [10, 30, 120, 600, 1800, 3600, 7200]

/**
 * Sends what waits in the outbox whenever it is called. One look at a time: who calls meanwhile has it look
 * once more. A message whose sending was lost may arrive twice: it says the same.
 * @returns the sender; its promise ends when what it took is sent, or was refused
 */
export function outboxSender(parts: OutboxParts): () => Promise<void> {
  const turn = pLimit(atOnce)
  let looking: Promise<void> | null = null
  let again = false

  const look = async () => {
    const sending: Promise<void>[] = []
    try {
      do {
        again = false
        const taken = await claim(parts)
        const some = taken.map((row) => turn(() => sendOrLeave(parts, row)))
        sending.push(...some)
        // There may be more than were taken; these first.
        if (taken.length === atOnce) {
          await Promise.all(some)
          again = true
        }
      } while (again)
    } finally {
      looking = null
    }
    await Promise.all(sending)
  }
  return () => {
    again = true
    looking ??= look()
    return looking
  }
}

/** Takes what is due for this process. The states stand in the text, so that their index serves every plan. */
const claim = (parts: OutboxParts): Promise<Row[]> =>
  parts.db.q
    .updateTable('outbox')
    .set((it) => ({ state: 'sending', tries: it('tries', '+', 1), due_at: inSeconds(leaseSeconds) }))
    .where('id', 'in', (it) =>
      it
        .selectFrom('outbox')
        .select('id')
        .where(sql<boolean>`state in ('waiting', 'sending')`)
        .where('due_at', '<=', sql<Date>`business_now()`)
        .orderBy('due_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .returning(sql<boolean>`coalesce(useless_at <= business_now(), false)`.as('useless'))
    .execute()

/** What could not be sent or written down now comes back when its lease is over; it keeps no other from being sent. */
const sendOrLeave = (parts: OutboxParts, row: Row): Promise<void> =>
  send(parts, row).catch((error: unknown) =>
    parts.log.error({ err: error, outbox: row.id }, 'news was left for later'),
  )

async function send(parts: OutboxParts, row: Row): Promise<void> {
  const sent: Sent = row.useless ? { is: 'rejected', because: 'too late' } : await sendOne(parts, row)
  const values = afterTry(sent, row)
  if (values.state === 'failed')
    parts.log.error({ outbox: row.id, channel: row.channel, because: values.because }, 'news was not sent')
  await parts.db.q.updateTable('outbox').set(values).where('id', '=', row.id).execute()
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

function afterTry(sent: Sent, row: Row) {
  const blank = row.secret ? { body: '', html: null } : {}
  if (sent.is === 'accepted')
    return {
      ...blank,
      state: 'sent' as const,
      sent_at: sql<Date>`business_now()`,
      due_at: null,
      because: null,
    }
  const wait = row.useless ? undefined : againSeconds[row.tries - 1]
  return wait === undefined
    ? { ...blank, state: 'failed' as const, because: sent.because, due_at: null }
    : { state: 'waiting' as const, because: sent.because, due_at: inSeconds(wait) }
}
