import type { AuditDetail, Database, Tx } from '../database/index.ts'
import type { Actor } from '../http/index.ts'

type Writer = Database['q'] | Tx

/** Somebody's deed, as it is kept for good. */
export interface Deed {
  /** Who: a person who is signed in, an operator at the machine, or a job of ours. */
  readonly by: Pick<Actor, 'userId' | 'role'> | 'command' | 'system'
  /** `{what}.{deed}` in lower case: `order.refund`, `audit.read`. */
  readonly action: string
  /** What it was done to: an order's reference, a person's uniqueid, the name of a setting. */
  readonly subject?: string | null
  /** Id of the person whose data it is about. */
  readonly owner?: string | null
  readonly detail?: AuditDetail
  /** Id of the request. */
  readonly request?: string | null
}

/**
 * Writes a deed down, in the transaction that does it: both stay, or neither. For what managers do and what
 * they read of others, and for jobs and commands that change something.
 * @throws Error for a detail that could be a secret
 */
export async function audit(tx: Writer, deed: Deed): Promise<void> {
  await write(tx, deed, false)
}

/**
 * Writes down what happened to an account (a sign-in, a new password). It is always kept; its owner sees it
 * among their activities when they keep those.
 */
export async function accountEvent(
  tx: Writer,
  it: Omit<Deed, 'by' | 'owner'> & { readonly by: Pick<Actor, 'userId' | 'role'> },
): Promise<void> {
  await write(tx, { ...it, owner: it.by.userId }, await keepsActivities(tx, it.by.userId))
}

/** Writes down what a person did, for themselves alone: nothing is kept of those who do not want it. */
export async function activity(
  tx: Writer,
  it: Omit<Deed, 'by' | 'owner'> & { readonly by: Pick<Actor, 'userId' | 'role'> },
): Promise<void> {
  if (await keepsActivities(tx, it.by.userId)) await write(tx, { ...it, owner: it.by.userId }, true)
}

async function keepsActivities(tx: Writer, userId: string): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('save_activity_logs')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.save_activity_logs ?? false
}

async function write(tx: Writer, deed: Deed, shown: boolean): Promise<void> {
  const person = typeof deed.by === 'string' ? null : deed.by
  await tx
    .insertInto('audit_log')
    .values({
      role: person?.role ?? (deed.by as 'command' | 'system'),
      actor_id: person?.userId ?? null,
      action: deed.action,
      subject: deed.subject ?? null,
      owner_id: deed.owner ?? null,
      detail: JSON.stringify(harmless(deed.detail ?? {})),
      request: deed.request ?? null,
      shown,
    })
    .execute()
}

const secret = /pin|password|token|secret|bvn|code|bearer|card_number|cvv/i

/** A slip of ours must not keep a secret for good. */
function harmless(detail: AuditDetail): AuditDetail {
  const wrong = Object.keys(detail).find((name) => secret.test(name))
  if (wrong) throw new Error(`The audit log keeps no ${wrong}`)
  return detail
}
