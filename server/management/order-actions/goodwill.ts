import type { ApprovalId, OrderId, RefundId } from '../../../shared/ids.ts'
import type { GoodwillMethod } from '../../../shared/management/approvals.ts'
import { formatMoney, lesserOf, nairaOf } from '../../../shared/money.ts'
import type { OrderReference } from '../../../shared/references.ts'
import {
  type ApprovalCaller,
  type ApprovalHandler,
  type ApprovalRow,
  approvalThreshold,
  createMoneyApproval,
} from '../../approvals/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { Tx } from '../../database/index.ts'
import { ApiError } from '../../http/index.ts'
import {
  account,
  cashbackEvent,
  findPostedEntry,
  goodwillCashbackReversed,
  goodwillPaid,
  lockBalance,
  post,
  unreversedCashbackKobo,
} from '../../ledger/index.ts'
import { assertWalletOpen, notifyWalletCredit } from '../../operations/index.ts'
import { createRefund, processRefund } from '../../payments/index.ts'
import { lockOrder, type Order, orderByReference } from '../../purchase/index.ts'
import type { ManagementDeps } from '../deps.ts'
import { type GoodwillCaps, goodwillCaps, goodwillDisputeTexts } from './goodwill-cap.ts'
import { orderActionTexts } from './texts.ts'

interface GoodwillRequest {
  readonly id: string
  readonly reference: OrderReference
  readonly amountKobo: bigint
  readonly reason: string
  /** Undefined: into the wallet, and through the gateway for a customer without one. */
  readonly method: GoodwillMethod | undefined
}

/**
 * Pays goodwill for a delivered order, into its customer's wallet or as a partial refund of its payment. Above the refund
 * limit a second manager must approve. A repeated request with the same id pays once.
 * @returns the method, and true when the request is pending approval
 * @throws ApiError NOT_FOUND; NOT_NOW for an order without goodwill, above the cap, or with a pending request;
 * NOT_ALLOWED for the manager's own order
 */
export async function requestGoodwill(
  deps: ManagementDeps,
  { id, reference, amountKobo, reason, method: requestedMethod }: GoodwillRequest,
  caller: ApprovalCaller,
): Promise<{ isPending: boolean; method: GoodwillMethod }> {
  const order = await orderByReference(deps.db.q, reference)
  if (!order) throw new ApiError('NOT_FOUND')
  const limitKobo = await approvalThreshold(deps.settings, 'goodwill')
  const method =
    requestedMethod ?? ((await goodwillCaps(deps.db.q, order)).wallet === null ? 'gateway' : 'wallet')
  const money = {
    id,
    kind: 'goodwill',
    amountKobo,
    subject: reason,
    userId: order.user_id,
    beneficiary: order.user_id ?? order.phone,
    orderId: order.id,
    bankReference: null,
    goodwillMethod: method,
  } as const
  const { state, refunds } = await deps.db.inTransaction(async (tx) => {
    const approval = await createMoneyApproval(tx, money, caller, { limitKobo })
    if (!approval) return { state: await earlierState(tx, id), refunds: [] }
    const caps = await assertPayable(tx, order.id, { amountKobo, method })
    const isApproved = approval.state === 'approved'
    return {
      state: approval.state,
      refunds: isApproved ? await pay(deps, tx, approval, { caps, caller }) : [],
    }
  })
  if (state === 'rejected') throw new ApiError('NOT_NOW')
  startRefunds(deps, refunds)
  return { isPending: state === 'pending', method }
}

/** Sends the refunds to the gateway, after the commit. After a crash their queue does it. */
function startRefunds(deps: ManagementDeps, refundIds: readonly RefundId[]): void {
  const { payments } = deps.orderProcessor.deps
  for (const refundId of refundIds) deps.runInBackground('refund', () => processRefund(payments, refundId))
  deps.triggerOutbox()
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
    const caps = await assertPayable(tx, approval.order_id ?? '', {
      amountKobo: approval.amount_kobo ?? 0n,
      method: methodOf(approval),
    })
    const refunds = await pay(deps, tx, approval, { caps, caller })
    return async () => startRefunds(deps, refunds)
  }

/** Locks the order, so that two requests never exceed the cap together. @throws ApiError NOT_NOW */
async function assertPayable(
  tx: Tx,
  orderId: OrderId,
  { amountKobo, method }: { amountKobo: bigint; method: GoodwillMethod },
): Promise<GoodwillCaps> {
  const order = await lockOrder(tx, orderId)
  const caps = await goodwillCaps(tx, order)
  if (caps.openDispute) throw new ApiError('NOT_NOW', { message: goodwillDisputeTexts[caps.openDispute]() })
  const capKobo = caps[method]
  if (capKobo === null) throw new ApiError('NOT_NOW', { message: noGoodwillTexts[method]() })
  if (amountKobo > capKobo)
    throw new ApiError('NOT_NOW', {
      message: orderActionTexts.goodwillAboveCap({ amount: formatMoney(capKobo) }),
    })
  return caps
}

const noGoodwillTexts: Readonly<Record<GoodwillMethod, () => string>> = {
  wallet: orderActionTexts.noGoodwill,
  gateway: orderActionTexts.noGatewayGoodwill,
}

const methodOf = (approval: ApprovalRow): GoodwillMethod => approval.goodwill_route ?? 'wallet'

/** @returns the ids of refunds to process after the commit */
async function pay(
  deps: ManagementDeps,
  tx: Tx,
  approval: ApprovalRow,
  { caps, caller: { actor, requestId } }: { caps: GoodwillCaps; caller: ApprovalCaller },
): Promise<string[]> {
  const { id: approvalId, amount_kobo: amountKobo, order_id: orderId, user_id: userId } = approval
  if (amountKobo === null || orderId === null)
    throw new Error('A goodwill approval requires an amount and an order')
  const order = await lockOrder(tx, orderId)
  const { reference } = order
  const method = methodOf(approval)
  const goodwill = { approvalId, amountKobo }
  const refunds =
    method === 'wallet'
      ? await creditWallet(deps, tx, order, goodwill)
      : await createRefund(deps.orderProcessor.deps.payments.paymentEvents, tx, payableOf(caps), {
          cause: 'goodwill',
          amountKobo,
          from: 'goodwill',
        })
  const cashbackKobo = await reverseCashback(tx, order, goodwill)
  await recordAuditEvent(tx, {
    actor,
    requestId,
    action: 'order.goodwill',
    subject: reference,
    dataSubject: userId,
    detail: {
      naira: nairaOf(amountKobo),
      method,
      cashback: nairaOf(cashbackKobo),
      reason: approval.subject,
      approval: approvalId,
    },
  })
  return refunds
}

interface Goodwill {
  readonly approvalId: ApprovalId
  readonly amountKobo: bigint
}

async function creditWallet(
  deps: ManagementDeps,
  tx: Tx,
  { id: orderId, user_id: userId, reference }: Order,
  { approvalId, amountKobo }: Goodwill,
): Promise<string[]> {
  if (userId === null) throw new Error('Goodwill into a wallet requires a user')
  await assertWalletOpen(tx, userId)
  await lockBalance(tx, account.wallet(userId))
  await post(tx, goodwillPaid({ approvalId, orderId, userId, amountKobo, reference }))
  await notifyWalletCredit(deps, tx, {
    userId,
    amountKobo,
    subject: orderActionTexts.goodwillSubject({ reference }),
    body: orderActionTexts.goodwillBody,
    dedupeKey: `approval:${approvalId}:goodwill`,
  })
  return []
}

function payableOf({ payment }: GoodwillCaps): NonNullable<GoodwillCaps['payment']> {
  if (!payment) throw new Error('Goodwill through the gateway requires a payment')
  return payment
}

/** Reverses the goodwill's part of the order's cashback. @returns kobo */
async function reverseCashback(tx: Tx, order: Order, { approvalId, amountKobo }: Goodwill): Promise<bigint> {
  const { id: orderId, user_id: userId, reference } = order
  const cashbackKobo = await cashbackShare(tx, order, amountKobo)
  if (cashbackKobo <= 0n || userId === null) return 0n
  const walletKobo = lesserOf(await lockBalance(tx, account.wallet(userId)), cashbackKobo)
  await post(
    tx,
    goodwillCashbackReversed({
      ...{ approvalId, orderId, userId, reference },
      amountKobo: cashbackKobo,
      walletKobo,
    }),
  )
  return cashbackKobo
}

/** The order's cashback in proportion to the payment, at most what is left of it. */
async function cashbackShare(tx: Tx, order: Order, amountKobo: bigint): Promise<bigint> {
  const cashbackEntry = await findPostedEntry(tx, cashbackEvent(order.id))
  const earnedKobo = cashbackEntry?.sums.get(account.cashback) ?? 0n
  const shareKobo = (earnedKobo * amountKobo) / order.total_kobo
  return lesserOf(lesserOf(shareKobo, amountKobo), await unreversedCashbackKobo(tx, order.id))
}
