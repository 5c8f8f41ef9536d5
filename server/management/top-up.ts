import { sql } from 'kysely'
import type { Approval } from '../../shared/management/purchases.ts'
import { formatMoney, nairaOf } from '../../shared/money.ts'
import { audit } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, Refused } from '../http/index.ts'
import { post, toppedUpByManager } from '../ledger/index.ts'
import { walletTopped } from '../messaging/index.ts'
import { notify } from '../notifications/index.ts'
import { putMail } from '../outbox/index.ts'
import type { ManagementParts } from './parts.ts'
import { userNamed } from './users.ts'

/** A manager's act whose PIN was asked for on this call. */
interface By {
  readonly actor: Actor
  readonly request: string
}

/**
 * Puts money into a user's wallet; above the configured sum it waits for a second manager. Asked again under
 * the same id, nothing more is moved.
 * @returns the id of what waits; null when it happened
 * @throws Refused NOT_FOUND
 */
export async function topUp(
  parts: ManagementParts,
  it: { id: string; userId: string; amountKobo: bigint; subject: string | null },
  by: By,
): Promise<string | null> {
  const user = await userNamed(parts.db, it.userId, 'user_id')
  const most = await parts.settings.get('topup_second_manager_kobo')
  const waits = most !== null && it.amountKobo > BigInt(most)
  await parts.db.inTransaction(async (tx) => {
    const approval = await tx
      .insertInto('approvals')
      .values({
        id: it.id,
        kind: 'wallet_topup',
        state: waits ? 'waiting' : 'approved',
        amount_kobo: it.amountKobo,
        subject: it.subject,
        user_id: user.id,
        asked_by: by.actor.userId,
      })
      .onConflict((row) => row.column('id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!approval) return
    await writeDown(tx, waits ? 'ask' : 'top_up', approval, user.uniqueid, by)
    if (!waits) await credit(parts, tx, approval)
  })
  if (waits) return it.id
  parts.wakeOutbox()
  return null
}

type Row = Awaited<ReturnType<typeof lockWaiting>>

async function credit(parts: ManagementParts, tx: Tx, approval: Row): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', approval.user_id)
    .executeTakeFirstOrThrow()
  const manager = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', approval.asked_by)
    .executeTakeFirstOrThrow()
  const subject = approval.subject || 'Wallet top-up'
  await post(
    tx,
    toppedUpByManager({
      approvalId: approval.id,
      userId: user.id,
      amountKobo: approval.amount_kobo,
      reason: `${subject} (by ${manager.name})`,
    }),
  )
  const amount = formatMoney(approval.amount_kobo)
  await notify(tx, {
    userId: user.id,
    service: 'wallet',
    subject,
    body: `${amount} was added to your wallet.`,
    amountKobo: approval.amount_kobo,
  })
  await putMail(tx, {
    onceKey: `approval:${approval.id}:topped_up`,
    to: user.email,
    mail: walletTopped({
      brandName: parts.brandName,
      name: user.name,
      subject,
      amountKobo: approval.amount_kobo,
      walletUrl: `${parts.appUrl}/account/wallet`,
    }),
  })
}

const writeDown = (tx: Tx, deed: string, approval: Row, uniqueid: string, { actor, request }: By) =>
  audit(tx, {
    by: actor,
    action: `wallet.${deed}`,
    subject: uniqueid,
    owner: approval.user_id,
    detail: { naira: nairaOf(approval.amount_kobo), why: approval.subject, approval: approval.id },
    request,
  })

/** Agrees to what another manager asked for, and it happens. @throws Refused NOT_FOUND, NOT_ALLOWED, ALREADY_DECIDED */
export async function approveWaiting(parts: ManagementParts, id: string, by: By): Promise<void> {
  await decide(parts, id, by, 'approved', null)
  parts.wakeOutbox()
}

/** Refuses it. @throws as `approveWaiting` */
export const rejectWaiting = (
  parts: ManagementParts,
  id: string,
  because: string | null,
  by: By,
): Promise<void> => decide(parts, id, by, 'rejected', because)

const decide = (
  parts: ManagementParts,
  id: string,
  by: By,
  state: 'approved' | 'rejected',
  because: string | null,
): Promise<void> =>
  parts.db.inTransaction(async (tx) => {
    const waiting = await lockWaiting(tx, id)
    if (waiting.asked_by === by.actor.userId)
      throw new Refused('NOT_ALLOWED', { says: 'Another manager must decide what you asked for.' })
    await tx
      .updateTable('approvals')
      .set({ state, decided_by: by.actor.userId, decided_at: sql<Date>`business_now()`, because })
      .where('id', '=', id)
      .execute()
    const { uniqueid } = await tx
      .selectFrom('users')
      .select('uniqueid')
      .where('id', '=', waiting.user_id)
      .executeTakeFirstOrThrow()
    await writeDown(tx, state === 'approved' ? 'approve' : 'reject', waiting, uniqueid, by)
    if (state === 'approved') await credit(parts, tx, waiting)
  })

/** @throws Refused NOT_FOUND, ALREADY_DECIDED */
async function lockWaiting(tx: Tx, id: string) {
  const row = await tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  if (row.state !== 'waiting') throw new Refused('ALREADY_DECIDED')
  return row
}

const most = 100

/** What waits first, then what was decided lately. */
export async function approvalsFor(db: Database, actor: Actor): Promise<Approval[]> {
  const rows = await db.q
    .selectFrom('approvals')
    .innerJoin('users as receiver', 'receiver.id', 'approvals.user_id')
    .innerJoin('users as asker', 'asker.id', 'approvals.asked_by')
    .leftJoin('users as decider', 'decider.id', 'approvals.decided_by')
    .selectAll('approvals')
    .select([
      'receiver.uniqueid',
      'receiver.name as receiver_name',
      'asker.name as asker_name',
      'decider.name as decider_name',
    ])
    .orderBy(sql`approvals.state = 'waiting'`, 'desc')
    .orderBy('asked_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    amount: nairaOf(row.amount_kobo),
    subject: row.subject,
    user: { uniqueid: row.uniqueid, name: row.receiver_name },
    asked_by: row.asker_name,
    asked_at: row.asked_at.toISOString(),
    decided_by: row.decider_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    may_decide: row.state === 'waiting' && row.asked_by !== actor.userId,
  }))
}
