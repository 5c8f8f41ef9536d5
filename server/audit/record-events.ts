import type { UserId } from '../../shared/ids.ts'
import type { AuditDetail, Database, Tx } from '../database/index.ts'
import type { Actor } from '../http/index.ts'

type Writer = Database['q'] | Tx

/** An audit event. It is kept permanently. */
export interface AuditEvent {
  /** The actor: a signed-in user, an operator's command, or a job. */
  readonly actor: Pick<Actor, 'userId' | 'role'> | 'command' | 'system'
  /** `{area}.{action}` in lower case: `order.refund`, `audit.read`. */
  readonly action: string
  /** The affected object: an order's reference, a user's uniqueid, the name of a setting. */
  readonly subject?: string | null
  /** Id of the user whose data is affected. */
  readonly dataSubject?: string | null
  readonly detail?: AuditDetail
  /** Id of the request. */
  readonly requestId?: string | null
  /** Only for past events of the demo data; default: now. */
  readonly at?: Date
}

/**
 * Records an audit event in the transaction of the change, so that both are committed or neither. For
 * managers' changes and their reads of user data, and for changes by jobs and commands.
 * @throws Error for a detail that could be a secret
 */
export async function recordAuditEvent(tx: Writer, event: AuditEvent): Promise<void> {
  await write(tx, event, false)
}

/**
 * Records an account event (a sign-in, a new password). It is always stored; the owner sees it among their
 * activities when they save those.
 */
export async function recordAccountEvent(
  tx: Writer,
  event: Omit<AuditEvent, 'actor' | 'dataSubject'> & { readonly actor: Pick<Actor, 'userId' | 'role'> },
): Promise<void> {
  await write(
    tx,
    { ...event, dataSubject: event.actor.userId },
    await savesActivities(tx, event.actor.userId),
  )
}

/** Records an activity for the user only. Nothing is stored for users who do not save their activities. */
export async function recordActivity(
  tx: Writer,
  event: Omit<AuditEvent, 'actor' | 'dataSubject'> & { readonly actor: Pick<Actor, 'userId' | 'role'> },
): Promise<void> {
  if (await savesActivities(tx, event.actor.userId))
    await write(tx, { ...event, dataSubject: event.actor.userId }, true)
}

async function savesActivities(tx: Writer, userId: UserId): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('save_activity_logs')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.save_activity_logs ?? false
}

async function write(tx: Writer, event: AuditEvent, visibleToOwner: boolean): Promise<void> {
  const actor = typeof event.actor === 'string' ? null : event.actor
  await tx
    .insertInto('audit_log')
    .values({
      role: actor?.role ?? (event.actor as 'command' | 'system'),
      actor_id: actor?.userId ?? null,
      action: event.action,
      subject: event.subject ?? null,
      data_subject_id: event.dataSubject ?? null,
      detail: JSON.stringify(assertNoSecrets(event.detail ?? {})),
      request_id: event.requestId ?? null,
      visible_to_owner: visibleToOwner,
      ...(event.at && { occurred_at: event.at }),
    })
    .execute()
}

const secretPattern = /pin|password|token|secret|bvn|code|bearer|card_number|cvv/i

/** Guards against a bug that would store a secret permanently. */
function assertNoSecrets(detail: AuditDetail): AuditDetail {
  const secretKey = Object.keys(detail).find((name) => secretPattern.test(name))
  if (secretKey) throw new Error(`The audit log must not contain ${secretKey}`)
  return detail
}
