import { formatMoney, lesserOf, nairaOf } from '../../../shared/money.ts'
import {
  type ApprovalCaller,
  type ApprovalHandler,
  type ApprovalRow,
  createMoneyApproval,
  secondManagerLimit,
} from '../../approvals/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { Tx } from '../../database/index.ts'
import { ApiError } from '../../http/index.ts'
import {
  account,
  cashbackEvent,
  cashbackKept,
  findPostedEntry,
  goodwillCashbackReversed,
  goodwillPaid,
  lockBalance,
  post,
} from '../../ledger/index.ts'
import { notifyWalletCredit } from '../../operations/index.ts'
import { lockOrder, type Order, orderByReference } from '../../purchase/index.ts'
import type { ManagementDeps } from '../deps.ts'
import { goodwillCap } from './goodwill-cap.ts'
import { orderActionTexts } from './texts.ts'

interface GoodwillRequest {
  readonly id: string
  readonly reference: string
  readonly amountKobo: bigint
  readonly reason: string
}

/**
 * Pays goodwill for a delivered order into its customer's wallet. Above the refund limit a second manager must approve.
 * A repeated request with the same id pays once.
 * @returns true when the request is pending approval
 * @throws ApiError NOT_FOUND; NOT_NOW for an order without goodwill, above the cap, or with a pending request;
 * NOT_ALLOWED for the manager's own order
 */
export async function requestGoodwill(
  deps: ManagementDeps,
  { id, reference, amountKobo, reason }: GoodwillRequest,
  caller: ApprovalCaller,
): Promise<boolean> {
  const order = await orderByReference(deps.db.q, reference)
  if (!order) throw new ApiError('NOT_FOUND')
  const limitKobo = await secondManagerLimit(deps.settings, 'goodwill')
  const money = {
    id,
    kind: 'goodwill',
    amountKobo,
    subject: reason,
    userId: order.user_id,
    beneficiary: order.user_id ?? order.phone,
    orderId: order.id,
    bankReference: null,
  } as const
  const state = await deps.db.inTransaction(async (tx) => {
    const approval = await createMoneyApproval(tx, money, caller, { limitKobo })
    if (!approval) return earlierState(tx, id)
    await assertPayable(tx, order.id, amountKobo)
    if (approval.state === 'approved') await pay(deps, tx, approval, caller)
    return approval.state
  })
  if (state === 'rejected') throw new ApiError('NOT_NOW')
  deps.wakeOutbox()
  return state === 'pending'
}

/** The state of a repeated request. @throws ApiError NOT_NOW when another request for the order is pending */
async function earlierState(tx: Tx, id: string): Promise<ApprovalRow['state']> {
  const row = await tx.selectFrom('approvals').select('state').where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('NOT_NOW', { message: orderActionTexts.goodwillPending() })
  return row.state
}

/** Pays an approved request, under the same checks as a new one. */
export const onGoodwillApproved =
  (deps: ManagementDeps): ApprovalHandler =>
  async (tx, approval, caller) => {
    await assertPayable(tx, approval.order_id ?? '', approval.amount_kobo ?? 0n)
    await pay(deps, tx, approval, caller)
    return async () => deps.wakeOutbox()
  }

/** Locks the order, so that two requests never exceed the cap together. @throws ApiError NOT_NOW */
async function assertPayable(tx: Tx, orderId: string, amountKobo: bigint): Promise<void> {
  const capKobo = await goodwillCap(tx, await lockOrder(tx, orderId))
  if (capKobo === null) throw new ApiError('NOT_NOW', { message: orderActionTexts.noGoodwill() })
  if (amountKobo > capKobo)
    throw new ApiError('NOT_NOW', {
      message: orderActionTexts.goodwillAboveCap({ amount: formatMoney(capKobo) }),
    })
}

async function pay(
  deps: ManagementDeps,
  tx: Tx,
  approval: ApprovalRow,
  { actor, requestId }: ApprovalCaller,
): Promise<void> {
  const { id: approvalId, amount_kobo: amountKobo, order_id: orderId, user_id: userId } = approval
  if (amountKobo === null || orderId === null || userId === null)
    throw new Error('A goodwill approval requires an amount, an order and a user')
  const order = await lockOrder(tx, orderId)
  const { reference } = order
  await lockBalance(tx, account.wallet(userId))
  await post(tx, goodwillPaid({ approvalId, orderId, userId, amountKobo, reference }))
  const cashbackKobo = await cashbackShare(tx, order, amountKobo)
  if (cashbackKobo > 0n)
    await post(
      tx,
      goodwillCashbackReversed({ approvalId, orderId, userId, amountKobo: cashbackKobo, reference }),
    )
  await recordAuditEvent(tx, {
    actor,
    requestId,
    action: 'order.goodwill',
    subject: reference,
    dataSubject: userId,
    detail: {
      naira: nairaOf(amountKobo),
      cashback: nairaOf(cashbackKobo),
      reason: approval.subject,
      approval: approvalId,
    },
  })
  await notifyWalletCredit(deps, tx, {
    userId,
    amountKobo,
    subject: orderActionTexts.goodwillSubject({ reference }),
    body: orderActionTexts.goodwillBody,
    dedupeKey: `approval:${approvalId}:goodwill`,
  })
}

/** The order's cashback in proportion to the payment, at most what is left of it. The credited wallet covers it. */
async function cashbackShare(tx: Tx, order: Order, amountKobo: bigint): Promise<bigint> {
  const earned = await findPostedEntry(tx, cashbackEvent(order.id))
  const earnedKobo = earned?.sums.get(account.cashback) ?? 0n
  const shareKobo = (earnedKobo * amountKobo) / order.total_kobo
  return lesserOf(lesserOf(shareKobo, amountKobo), await cashbackKept(tx, order.id))
}
