import { type Selectable, sql } from 'kysely'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { type Database, inSeconds, type Patch, type Tables } from '../database/index.ts'
import type { MailSender, SendResult, SmsSender } from '../messaging/index.ts'

export interface OutboxDeps {
  readonly db: Database
  readonly log: Logger
  readonly mail: MailSender | null
  readonly sms: SmsSender | null
}

type Row = Selectable<Tables['outbox']> & { readonly useless: boolean }

const batchSize = 20
const leaseSeconds = 60
/** Delay after each failed attempt, seconds. */
const retrySeconds = [10, 30, 120, 600, 1800, 3600, 7200]

/**
 * Creates the outbox sender. Each call sends the due messages. One run at a time; a call during a run makes
 * it check again. A message whose send result was lost may arrive twice, with the same content.
 * @returns the sender; its promise resolves when the claimed messages are sent or rejected
 */
export function createOutboxSender(deps: OutboxDeps): () => Promise<void> {
  const limit = pLimit(batchSize)
  let pending: Promise<void> | null = null
  let hasNewWork = false

  const sendDue = async () => {
    const sending: Promise<void>[] = []
    try {
      do {
        hasNewWork = false
        const rows = await claim(deps)
        const batch = rows.map((row) => limit(() => trySend(deps, row)))
        sending.push(...batch)
        // More may be due; finish this batch first.
        if (rows.length === batchSize) {
          await Promise.all(batch)
          hasNewWork = true
        }
      } while (hasNewWork)
    } finally {
      pending = null
    }
    await Promise.all(sending)
  }
  return () => {
    hasNewWork = true
    pending ??= sendDue()
    return pending
  }
}

/**
 * Claims due messages for this process. The states are literals, so that every plan can use their partial
 * index.
 */
const claim = (deps: OutboxDeps): Promise<Row[]> =>
  deps.db.q
    .updateTable('outbox')
    .set((query) => ({
      state: 'sending',
      attempt_count: query('attempt_count', '+', 1),
      due_at: inSeconds(leaseSeconds),
    }))
    .where('id', 'in', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where(sql<boolean>`state in ('pending', 'sending')`)
        .where('due_at', '<=', sql<Date>`app_now()`)
        .orderBy('due_at')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .returning(sql<boolean>`coalesce(expires_at <= app_now(), false)`.as('useless'))
    .execute()

/**
 * Sends one message. If sending or storing the result fails, it is retried after its lease; others are not
 * blocked.
 */
const trySend = (deps: OutboxDeps, row: Row): Promise<void> =>
  send(deps, row).catch((error: unknown) =>
    deps.log.error({ err: error, outbox: row.id }, 'message could not be sent now'),
  )

async function send(deps: OutboxDeps, row: Row): Promise<void> {
  const result: SendResult = row.useless ? { type: 'rejected', reason: 'too late' } : await sendOne(deps, row)
  const values = stateAfter(result, row)
  if (values.state === 'failed')
    deps.log.error(
      { outbox: row.id, channel: row.channel, reason: values.failure_reason },
      'message was not sent',
    )
  await deps.db.q.updateTable('outbox').set(values).where('id', '=', row.id).execute()
}

async function sendOne(deps: OutboxDeps, row: Row): Promise<SendResult> {
  const result =
    row.channel === 'sms'
      ? await deps.sms?.send({ to: row.recipient, text: row.body })
      : await deps.mail?.send({
          to: row.recipient,
          subject: row.subject ?? '',
          text: row.body,
          html: row.html ?? '',
          attachments: [],
        })
  return result ?? { type: 'rejected', reason: 'not configured' }
}

function stateAfter(result: SendResult, row: Row): Patch<'outbox'> {
  const redaction = row.redact_after_send ? { body: '', html: null } : {}
  if (result.type === 'accepted')
    return {
      ...redaction,
      state: 'sent' as const,
      sent_at: sql<Date>`app_now()`,
      due_at: null,
      failure_reason: null,
    }
  const retryAfter = row.useless ? undefined : retrySeconds[row.attempt_count - 1]
  return retryAfter === undefined
    ? { ...redaction, state: 'failed' as const, failure_reason: result.reason, due_at: null }
    : { state: 'pending' as const, failure_reason: result.reason, due_at: inSeconds(retryAfter) }
}
