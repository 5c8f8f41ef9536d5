import type { UserId } from '../../shared/ids.ts'
import { nairaOf } from '../../shared/money.ts'
import {
  type ApprovalCaller,
  type ApprovalHandler,
  type ApprovalRow,
  approvalThreshold,
  createMoneyApproval,
} from '../approvals/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { managerTopUpPosted, post } from '../ledger/index.ts'
import { assertWalletOpen, notifyWalletCredit } from '../operations/index.ts'
import type { ManagementDeps } from './deps.ts'
import { managementServerTexts } from './texts.ts'
import { userByUniqueid } from './users.ts'

/**
 * Credits a user's wallet; above the configured limit a second manager must approve. A repeated request with
 * the same id moves no more money.
 * @returns the approval's id while it is pending; null when the wallet is credited
 * @throws ApiError NOT_FOUND, NOT_ALLOWED for the manager's own wallet
 */
export async function topUp(
  deps: ManagementDeps,
  input: { id: string; userId: UserId; amountKobo: bigint; subject: string | null },
  caller: ApprovalCaller,
): Promise<string | null> {
  const user = await userByUniqueid(deps.db, input.userId, 'user_id')
  const limitKobo = await approvalThreshold(deps.settings, 'wallet_topup')
  const request = {
    ...input,
    kind: 'wallet_topup',
    userId: user.id,
    beneficiary: user.id,
    orderId: null,
    bankReference: null,
  } as const
  const state = await deps.db.inTransaction(async (tx) => {
    const approval = await createMoneyApproval(tx, request, caller, { limitKobo })
    if (!approval) return stateOf(tx, input.id)
    if (approval.state === 'approved') {
      await recordAuditEvent(tx, {
        actor: caller.actor,
        action: 'wallet.top_up',
        subject: user.uniqueid,
        dataSubject: user.id,
        detail: { naira: nairaOf(input.amountKobo), reason: input.subject, approval: input.id },
        requestId: caller.requestId,
      })
      await creditWallet(deps, tx, approval)
    }
    return approval.state
  })
  if (state === 'pending') return input.id
  deps.triggerOutbox()
  return null
}

const stateOf = async (tx: Tx, id: string): Promise<ApprovalRow['state']> =>
  (await tx.selectFrom('approvals').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

/** Credits the wallet when a top-up is approved. */
export const onTopUpApproved =
  (deps: ManagementDeps): ApprovalHandler =>
  async (tx, approval) => {
    await creditWallet(deps, tx, approval)
    return async () => deps.triggerOutbox()
  }

async function creditWallet(deps: ManagementDeps, tx: Tx, approval: ApprovalRow): Promise<void> {
  const { amount_kobo: amountKobo, user_id: userId } = approval
  if (amountKobo === null || userId === null)
    throw new Error('A top-up approval requires an amount and a user')
  await assertWalletOpen(tx, userId)
  const subject = approval.subject || managementServerTexts.walletCreditSubject()
  await post(
    tx,
    managerTopUpPosted({
      approvalId: approval.id,
      userId,
      amountKobo,
      // The customer sees it in the wallet history; the audit log has the manager.
      reason: subject,
    }),
  )
  await notifyWalletCredit(deps, tx, {
    userId,
    amountKobo,
    subject,
    body: managementServerTexts.walletCredit,
    dedupeKey: `approval:${approval.id}:topped_up`,
  })
}
