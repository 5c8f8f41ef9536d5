import { type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import { type Database, inSeconds, type Patch, type Tables } from '../database/index.ts'
import { countDueRows, defineQueue, dueRowsPollMs } from '../jobs/index.ts'
import type { MailSender, SendResult, SmsSender } from '../messaging/index.ts'

export interface OutboxDeps {
  readonly db: Database
  readonly log: Logger
  readonly mail: MailSender | null
  readonly sms: SmsSender | null
}

type Row = Selectable<Tables['outbox']> & { readonly is_expired: boolean }

const leaseSeconds = 60
/** Delay after each failed attempt, seconds. */
const retrySeconds = [10, 30, 120, 600, 1800, 3600, 7200]

/** Queue of due messages. A message whose send result was lost may arrive twice, with the same content. */
export const outboxQueue = (deps: OutboxDeps) =>
  defineQueue({
    name: 'outbox',
    concurrency: 20,
    pollMs: dueRowsPollMs,
    claim: (limit) => claim(deps, limit),
    process: (row) => send(deps, row),
    idOf: ({ id }) => id,
    backlog: () => countDueRows(deps.db, 'outbox', isOpen),
  })

/** The states are literals, so that every plan can use their partial index. */
const isOpen = sql<boolean>`state in ('pending', 'sending')`

const claim = (deps: OutboxDeps, limit: number): Promise<Row[]> =>
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
        .where(isOpen)
        .where('due_at', '<=', sql<Date>`app_now()`)
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .returning(sql<boolean>`coalesce(expires_at <= app_now(), false)`.as('is_expired'))
    .execute()

async function send(deps: OutboxDeps, row: Row): Promise<void> {
  const result: SendResult = row.is_expired
    ? { type: 'rejected', reason: 'too late' }
    : await sendOne(deps, row)
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
  const retryAfter = row.is_expired ? undefined : retrySeconds[row.attempt_count - 1]
  return retryAfter === undefined
    ? { ...redaction, state: 'failed' as const, failure_reason: result.reason, due_at: null }
    : { state: 'pending' as const, failure_reason: result.reason, due_at: inSeconds(retryAfter) }
}
