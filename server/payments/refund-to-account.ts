import { sql } from 'kysely'
import type { OrderId, RefundId } from '../../shared/ids.ts'
import type { AccountReview, Database, Tx } from '../database/index.ts'
import { inSeconds } from '../database/index.ts'
import { type ElapsedMs, startTimer } from '../elapsed-time.ts'
import { ApiError } from '../http/index.ts'
import { isSameHolder } from './account-holder.ts'
import { applyRefundResult } from './apply-refund-result.ts'
import { deferRefundIfDisputed, isReducedAtGateway } from './defer-disputed-refund.ts'
import { gatewayOf, type PaymentDeps } from './deps.ts'
import { hasOpenDispute } from './dispute-status.ts'
import type { Gateway, RefundStatusResult } from './gateway.ts'
import {
  accountApproved,
  accountInFlightSeconds,
  type Payment,
  payingIntoAccount,
  type Refund,
} from './payment.ts'
import { refundDestinationOf } from './payment-events.ts'
import { notifyRefundStateChange, saveRefund } from './refund-change.ts'
import { refundSubjectOf } from './refund-subject.ts'
import { findRefundSource, lockRefund } from './store.ts'
import { paymentServerTexts } from './texts.ts'

/** The gateway call starts within this time after the commit, or not at all. */
const maxDispatchDelayMs = 10_000
/** An account that replaces one set within this time needs a manager's approval. */
const recentChangeSeconds = 24 * 60 * 60

export interface BankAccount {
  /** From the gateway's bank list. */
  readonly bankCode: string
  readonly accountNumber: string
}

/**
 * Result of setting an account. `dispute_open`: the payer's bank disputes the payment. `busy`: another account is being
 * sent to the gateway.
 */
export type SetAccountResult = 'sent' | 'in_review' | 'dispute_open' | 'busy'

/** The refunds of an order that await a payout account from the customer, oldest first. */
export const refundsAwaitingAccount = (db: Database['q'] | Tx, orderId: OrderId): Promise<Refund[]> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'needs_attention')
    .orderBy('created_at')
    .execute()

/**
 * The account name from the refund's gateway; null where the gateway cannot resolve names.
 * @throws ApiError INVALID when the account does not exist; UNAVAILABLE
 */
export async function resolveRefundAccountName(
  deps: PaymentDeps,
  refund: Refund,
  destination: BankAccount,
): Promise<string | null> {
  const { gateway } = await findRefundSource(deps.db.q, refund)
  return resolveAccountName(gatewayOf(deps, gateway), destination)
}

async function resolveAccountName({ banking }: Gateway, destination: BankAccount): Promise<string | null> {
  const account = await banking?.resolveAccount(destination)
  if (account?.type === 'not_found') throw new ApiError('INVALID', accountNotFound())
  if (account?.type === 'unavailable') throw new ApiError('UNAVAILABLE', { retryAfterSeconds: 30 })
  return account?.name ?? null
}

/**
 * Sets the payout account of a refund. The account is resolved first and committed encrypted, with a notification
 * to all contacts of the order; then it is sent to the gateway once, or awaits a manager's approval or the outcome of a
 * dispute.
 * @throws ApiError INVALID when the account does not exist or the gateway rejects it; UNAVAILABLE
 */
export async function submitRefundAccount(
  deps: PaymentDeps,
  refund: Refund,
  destination: BankAccount,
): Promise<SetAccountResult> {
  const payment = await orderPaymentOf(deps.db.q, refund)
  const gateway = gatewayOf(deps, payment.gateway)
  if (!gateway.refundToAccount || !refund.gateway_refund_id)
    throw new Error(`${gateway.name} cannot send a refund to a bank account`)
  const accountName = await resolveAccountName(gateway, destination)
  const bank =
    (await gateway.banking?.listBanks())?.find(({ code }) => code === destination.bankCode)?.name ?? null
  const elapsedMs = startTimer()
  const result = await deps.db.inTransaction(async (tx): Promise<SetAccountResult> => {
    await deps.paymentEvents.lockOrder(tx, payment.order_id)
    const lockedRefund = await lockRefund(tx, refund.id)
    if (!(await canSetAccount(tx, lockedRefund))) return 'busy'
    const review = await accountReviewReason(tx, deps, {
      refund: lockedRefund,
      payment,
      destination,
      holder: accountName,
    })
    const isDisputed = await hasOpenDispute(tx, payment.id)
    const last4 = destination.accountNumber.slice(-4)
    await saveRefund(tx, refund.id, {
      payout_account_encrypted: deps.secrets.encrypt(JSON.stringify(destination), encryptionContext(refund)),
      payout_account_bank: bank,
      payout_account_last4: last4,
      payout_account_name: accountName,
      payout_account_set_at: sql<Date>`app_now()`,
      payout_account_review: review,
      ...(review === null && (isDisputed ? approvedFields : payingIntoFields)),
    })
    const { payout_account_set_at: accountSetAt } = await lockRefund(tx, refund.id)
    await deps.paymentEvents.onRefundAccountSet(tx, payment.order_id, {
      refundId: refund.id,
      accountVersion: accountSetAt?.toISOString() ?? '',
      amountKobo: refund.amount_kobo,
      bank,
      last4,
      needsReview: review !== null,
      payer: { email: payment.email, userId: payment.user_id },
    })
    if (review !== null) return 'in_review'
    return isDisputed ? 'dispute_open' : 'sent'
  })
  if (result !== 'sent') return result
  const status = await sendAccountToGateway(deps, refund, destination, elapsedMs)
  if (status?.type === 'needs_attention') throw new ApiError('INVALID', accountRejected())
  return result
}

/** The refund of an order whose account awaits a manager's approval: the oldest one, or the one named. */
export const accountInReview = async (
  db: Database['q'] | Tx,
  orderId: OrderId,
  refundId?: RefundId,
): Promise<Refund | undefined> =>
  (await refundsAwaitingAccount(db, orderId)).find(
    ({ id, payout_account_review: review }) => review !== null && (refundId === undefined || id === refundId),
  )

/** A manager approves the account. It is sent to the gateway when the refund is processed. */
export const approveAccount = (tx: Tx, refund: Refund) =>
  saveRefund(tx, refund.id, { payout_account_review: null, ...approvedFields })

/** A manager rejects the account: the customer is asked to add another one. */
export async function rejectAccount(deps: PaymentDeps, tx: Tx, refund: Refund): Promise<void> {
  await saveRefund(tx, refund.id, {
    payout_account_encrypted: null,
    payout_account_bank: null,
    payout_account_last4: null,
    payout_account_name: null,
    payout_account_review: null,
  })
  await requestAnotherAccount(deps, tx, refund)
}

/** Sends an approved account to the gateway, unless the payment is disputed; only one caller claims it. */
export async function refundToApprovedAccount(deps: PaymentDeps, refund: Refund): Promise<void> {
  const { payout_account_encrypted: account } = refund
  if (!account) throw new Error(`Refund ${refund.id} has no payout account`)
  const payment = await orderPaymentOf(deps.db.q, refund)
  const elapsedMs = startTimer()
  const isClaimed = await deps.db.inTransaction(async (tx) => {
    await deps.paymentEvents.lockOrder(tx, payment.order_id)
    const locked = await lockRefund(tx, refund.id)
    if (locked.state !== 'needs_attention' || locked.failure_reason !== accountApproved) return false
    if (await deferRefundIfDisputed(deps, tx, locked, payment)) return false
    await saveRefund(tx, refund.id, payingIntoFields)
    return true
  })
  if (!isClaimed) return
  const status = await sendAccountToGateway(deps, refund, decryptAccount(deps, account, refund), elapsedMs)
  if (status?.type === 'needs_attention')
    await deps.db.inTransaction((tx) => requestAnotherAccount(deps, tx, refund))
}

/** Asks the customer for another account: the gateway or a manager rejected this one, or the gateway never received it. */
export async function requestAnotherAccount(deps: PaymentDeps, tx: Tx, refund: Refund): Promise<void> {
  const payment = await orderPaymentOf(tx, refund)
  await deps.paymentEvents.lockOrder(tx, payment.order_id)
  // A lost dispute may have completed or reduced it.
  const locked = await lockRefund(tx, refund.id)
  if (locked.state !== 'needs_attention' || (await isReducedAtGateway(tx, locked))) return
  await notifyRefundStateChange(tx, refundSubjectOf(deps.paymentEvents, payment), refund, {
    state: 'needs_attention',
    destination: () => refundDestinationOf(refund, payment),
    accountVersion: refund.payout_account_set_at?.toISOString(),
  })
}

/**
 * Sends an account that the caller claimed and committed before. The gateway rejects a second account.
 * @param elapsedMs the time since before the claim
 * @returns null when the process was suspended since the claim: another one may have taken the refund over
 */
async function sendAccountToGateway(
  deps: PaymentDeps,
  refund: Refund,
  destination: BankAccount,
  elapsedMs: ElapsedMs,
): Promise<RefundStatusResult | null> {
  const payment = await orderPaymentOf(deps.db.q, refund)
  const gateway = gatewayOf(deps, payment.gateway)
  if (!gateway.refundToAccount || !refund.gateway_refund_id)
    throw new Error(`${gateway.name} cannot send a refund to a bank account`)
  if (elapsedMs() > maxDispatchDelayMs) return null
  const status = await gateway.refundToAccount({
    ...destination,
    refundId: refund.gateway_refund_id,
    currency: refund.currency,
  })
  if (status.type === 'needs_attention' && elapsedMs() > accountInFlightSeconds * 1_000) return null
  await deps.db.inTransaction((tx) => applyRefundResult(deps, tx, refund.id, payment, status))
  return status
}

async function orderPaymentOf(db: Database['q'] | Tx, refund: Refund): Promise<Payment> {
  const source = await findRefundSource(db, refund)
  if (source.purpose !== 'order') throw new Error(`Refund ${refund.id} has no order`)
  return source
}

/** True when the refund needs an account, none is being sent to the gateway, and none awaits approval. */
async function canSetAccount(tx: Tx, refund: Refund): Promise<boolean> {
  if (refund.state !== 'needs_attention' || refund.payout_account_review !== null) return false
  if (refund.failure_reason === accountApproved || (await isReducedAtGateway(tx, refund))) return false
  if (refund.failure_reason !== payingIntoAccount || !refund.due_at) return true
  const { rows } = await sql<{ is_due: boolean }>`
    select ${refund.due_at}::timestamptz <= app_now() as is_due`.execute(tx)
  return rows[0]?.is_due === true
}

/** Why a manager must review the account first; null when it is sent immediately. */
async function accountReviewReason(
  tx: Tx,
  deps: PaymentDeps,
  change: { refund: Refund; payment: Payment; destination: BankAccount; holder: string | null },
): Promise<AccountReview | null> {
  const { payer_name: payerName } = change.payment
  if (payerName !== null && !isSameHolder(payerName, change.holder ?? '')) return 'name_mismatch'
  const { payout_account_set_at: setAt, payout_account_encrypted: account } = change.refund
  if (setAt === null) return null
  const previous = account && decryptAccount(deps, account, change.refund)
  const isSame =
    !!previous &&
    previous.bankCode === change.destination.bankCode &&
    previous.accountNumber === change.destination.accountNumber
  if (isSame) return null
  const { rows } = await sql<{ is_recent: boolean }>`
    select ${setAt}::timestamptz > app_now() - make_interval(secs => ${recentChangeSeconds}) as is_recent`.execute(
    tx,
  )
  return rows[0]?.is_recent ? 'recent_change' : null
}

const approvedFields = { failure_reason: accountApproved, due_at: inSeconds(0) }
const payingIntoFields = { failure_reason: payingIntoAccount, due_at: inSeconds(accountInFlightSeconds) }

const encryptionContext = ({ id }: Refund): string => `refund ${id}`
const decryptAccount = ({ secrets }: PaymentDeps, encrypted: string, refund: Refund): BankAccount =>
  JSON.parse(secrets.decrypt(encrypted, encryptionContext(refund))) as BankAccount

const accountNotFound = () => ({
  field: 'account_number',
  message: paymentServerTexts.accountNotFound(),
})
const accountRejected = () => ({
  field: 'account_number',
  message: paymentServerTexts.accountRejected(),
})
