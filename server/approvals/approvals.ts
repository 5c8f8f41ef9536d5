import { type Selectable, sql } from 'kysely'
import { type Approval, type ApprovalKind, secondManagerText } from '../../shared/management/approvals.ts'
import { nairaOf } from '../../shared/money.ts'
import { audit } from '../audit/index.ts'
import type { Database, Tables, Tx } from '../database/index.ts'
import { type Actor, Refused, type Told } from '../http/index.ts'
import type { Settings } from '../settings/index.ts'

/** What a manager asked for: it waits for a second one, or has happened. */
export type Asked = Selectable<Tables['approvals']>

/** A manager's act whose PIN was asked for on this call. */
export interface By {
  readonly actor: Actor
  readonly request: string
}

/** Makes it happen, in the transaction of the second manager's yes. What it returns is done once that is committed. */
export type Happens = (tx: Tx, asked: Asked, by: By) => Promise<() => Promise<void>>

const mostOf = {
  wallet_topup: 'topup_second_manager_kobo',
  refund: 'refund_second_manager_kobo',
  set_apart: 'refund_second_manager_kobo',
} as const satisfies Record<ApprovalKind, string>

/** True above the sum from which one manager is not enough. */
export async function needsSecond(
  settings: Settings,
  kind: ApprovalKind,
  amountKobo: bigint,
): Promise<boolean> {
  const most = await settings.get(mostOf[kind])
  return most !== null && amountKobo > BigInt(most)
}

/** How a call is answered whose act waits. */
export const waiting = <T>(data: T): Told<T> => ({
  http: 202,
  status: 'pending',
  message: secondManagerText,
  data,
})

export interface Wish {
  readonly id?: string
  readonly kind: ApprovalKind
  readonly amountKobo: bigint
  readonly subject: string | null
  readonly userId: string | null
  readonly orderId: string | null
  readonly differenceId?: bigint
  readonly bankReference: string | null
}

/**
 * Keeps what a manager asks for.
 * @param waits for a second manager; otherwise it is kept as agreed to
 * @returns it; undefined when the same was asked before: an id once, and one waiting act for each order or sum set apart
 */
export async function keepAsked(
  tx: Tx,
  wish: Wish,
  by: By,
  { waits }: { waits: boolean },
): Promise<Asked | undefined> {
  const asked = await tx
    .insertInto('approvals')
    .values({
      ...(wish.id && { id: wish.id }),
      kind: wish.kind,
      state: waits ? 'waiting' : 'approved',
      amount_kobo: wish.amountKobo,
      subject: wish.subject,
      user_id: wish.userId,
      order_id: wish.orderId,
      difference_id: wish.differenceId ?? null,
      bank_reference: wish.bankReference,
      asked_by: by.actor.userId,
    })
    .onConflict((row) => row.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (asked && waits) await writeDown(tx, 'ask', asked, by)
  return asked
}

const areas = {
  wallet_topup: 'wallet',
  refund: 'refund',
  set_apart: 'set_apart',
} as const satisfies Record<ApprovalKind, string>

async function writeDown(
  tx: Tx,
  deed: 'ask' | 'approve' | 'reject',
  asked: Asked,
  { actor, request }: By,
): Promise<void> {
  const order = asked.order_id && (await referenceOf(tx, asked.order_id))
  const user = asked.user_id && (await uniqueidOf(tx, asked.user_id))
  const apart = asked.difference_id && (await subjectOf(tx, asked.difference_id))
  await audit(tx, {
    by: actor,
    action: `${areas[asked.kind]}.${deed}`,
    subject: order || apart || user,
    owner: asked.user_id,
    detail: { naira: nairaOf(asked.amount_kobo), why: asked.subject, approval: asked.id },
    request,
  })
}

const referenceOf = async (tx: Tx, id: string): Promise<string> =>
  (await tx.selectFrom('orders').select('reference').where('id', '=', id).executeTakeFirstOrThrow()).reference

const uniqueidOf = async (tx: Tx, id: string): Promise<string> =>
  (await tx.selectFrom('users').select('uniqueid').where('id', '=', id).executeTakeFirstOrThrow()).uniqueid

const subjectOf = async (tx: Tx, id: bigint): Promise<string> =>
  (await tx.selectFrom('differences').select('subject').where('id', '=', id).executeTakeFirstOrThrow())
    .subject

interface Decision {
  readonly id: string
  readonly state: 'approved' | 'rejected'
  readonly because: string | null
}

/**
 * Agrees to what another manager asked for, and it happens; or refuses it.
 * @throws Refused NOT_FOUND, NOT_ALLOWED to the one who asked, ALREADY_DECIDED, and whatever stands in its way by now
 */
export async function decide(
  db: Database,
  { id, state, because }: Decision,
  by: By,
  happens: Readonly<Record<ApprovalKind, Happens>>,
): Promise<void> {
  const afterwards = await db.inTransaction(async (tx) => {
    const asked = await lockWaiting(tx, id)
    if (asked.asked_by === by.actor.userId)
      throw new Refused('NOT_ALLOWED', { says: 'Another manager must decide what you asked for.' })
    await tx
      .updateTable('approvals')
      .set({ state, decided_by: by.actor.userId, decided_at: sql<Date>`business_now()`, because })
      .where('id', '=', id)
      .execute()
    await writeDown(tx, state === 'approved' ? 'approve' : 'reject', asked, by)
    return state === 'approved' ? happens[asked.kind](tx, asked, by) : undefined
  })
  await afterwards?.()
}

/** @throws Refused NOT_FOUND, ALREADY_DECIDED */
async function lockWaiting(tx: Tx, id: string): Promise<Asked> {
  const row = await tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  if (row.state !== 'waiting') throw new Refused('ALREADY_DECIDED')
  return row
}

const mostListed = 100

/** What waits first, then what was decided lately. */
export async function approvalsFor(
  db: Database,
  actor: Actor,
  kind: ApprovalKind | undefined,
): Promise<Approval[]> {
  const rows = await db.q
    .selectFrom('approvals')
    .leftJoin('users as receiver', 'receiver.id', 'approvals.user_id')
    .leftJoin('orders', 'orders.id', 'approvals.order_id')
    .leftJoin('differences', 'differences.id', 'approvals.difference_id')
    .innerJoin('users as asker', 'asker.id', 'approvals.asked_by')
    .leftJoin('users as decider', 'decider.id', 'approvals.decided_by')
    .selectAll('approvals')
    .select([
      'orders.reference',
      'differences.note',
      'receiver.uniqueid',
      'receiver.name as receiver_name',
      'asker.name as asker_name',
      'decider.name as decider_name',
    ])
    .$if(kind !== undefined, (it) => it.where('approvals.kind', '=', kind ?? 'refund'))
    .orderBy(sql`approvals.state = 'waiting'`, 'desc')
    .orderBy('asked_at', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    amount: nairaOf(row.amount_kobo),
    subject: row.subject,
    user: row.uniqueid && row.receiver_name ? { uniqueid: row.uniqueid, name: row.receiver_name } : null,
    order_reference: row.reference,
    set_apart: row.difference_id === null ? null : { note: row.note ?? '', goes: goesTo(row) },
    asked_by: row.asker_name,
    asked_at: row.asked_at.toISOString(),
    decided_by: row.decider_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    because: row.because,
    may_decide: row.state === 'waiting' && row.asked_by !== actor.userId,
  }))
}

function goesTo(asked: Pick<Asked, 'user_id' | 'bank_reference'>): string {
  if (asked.user_id) return 'into a wallet'
  return asked.bank_reference ? `back by bank transfer ${asked.bank_reference}` : 'back through the gateway'
}
