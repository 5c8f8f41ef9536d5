import { formatMoney, nairaOf } from '../../shared/money.ts'
import { type Asked, type By, type Happens, keepAsked, needsSecond } from '../approvals/index.ts'
import { audit } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { post, toppedUpByManager } from '../ledger/index.ts'
import { walletTopped } from '../messaging/index.ts'
import { notify } from '../notifications/index.ts'
import { putMail } from '../outbox/index.ts'
import type { ManagementParts } from './parts.ts'
import { userNamed } from './users.ts'

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
  const waits = await needsSecond(parts.settings, 'wallet_topup', it.amountKobo)
  const wish = { ...it, kind: 'wallet_topup', userId: user.id, orderId: null, bankReference: null } as const
  await parts.db.inTransaction(async (tx) => {
    const asked = await keepAsked(tx, wish, by, { waits })
    if (!asked || waits) return
    await audit(tx, {
      by: by.actor,
      action: 'wallet.top_up',
      subject: user.uniqueid,
      owner: user.id,
      detail: { naira: nairaOf(it.amountKobo), why: it.subject, approval: it.id },
      request: by.request,
    })
    await credit(parts, tx, asked)
  })
  if (waits) return it.id
  parts.wakeOutbox()
  return null
}

/** The second manager agrees to a top-up. */
export const topUpAgreed =
  (parts: ManagementParts): Happens =>
  async (tx, asked) => {
    await credit(parts, tx, asked)
    return async () => parts.wakeOutbox()
  }

async function credit(parts: ManagementParts, tx: Tx, asked: Asked): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', asked.user_id)
    .executeTakeFirstOrThrow()
  const manager = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', asked.asked_by)
    .executeTakeFirstOrThrow()
  const subject = asked.subject || 'Wallet top-up'
  await post(
    tx,
    toppedUpByManager({
      approvalId: asked.id,
      userId: user.id,
      amountKobo: asked.amount_kobo,
      reason: `${subject} (by ${manager.name})`,
    }),
  )
  await notify(tx, {
    userId: user.id,
    service: 'wallet',
    subject,
    body: `${formatMoney(asked.amount_kobo)} was added to your wallet.`,
    amountKobo: asked.amount_kobo,
  })
  await putMail(tx, {
    onceKey: `approval:${asked.id}:topped_up`,
    to: user.email,
    mail: walletTopped({
      brandName: parts.brandName,
      name: user.name,
      subject,
      amountKobo: asked.amount_kobo,
      walletUrl: `${parts.appUrl}/account/wallet`,
    }),
  })
}
