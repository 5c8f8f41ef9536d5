import { type Selectable, sql } from 'kysely'
import type { DisputeId, GatewayDisputeId, PaymentId } from '../../shared/ids.ts'
import { formatMoney, lesserOf } from '../../shared/money.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { inSeconds, type Tables, type Tx } from '../database/index.ts'
import { account, disputeLost, lockBalance, lockWalletOwner, post } from '../ledger/index.ts'
import { gatewayOf, type PaymentDeps } from './deps.ts'
import { hasOpenDispute } from './dispute-status.ts'
import type { DisputeStatusResult, ListedDispute } from './gateway.ts'
import { notifyWalletOwner } from './notify-owner.ts'
import {
  accountApproved,
  isPaid,
  isUnsent,
  type Payment,
  partlyReversedReview,
  type Refund,
  type TopUp,
} from './payment.ts'
import { refundSubjectOf } from './refund-subject.ts'
import { reduceRefund, unreturnedKobo } from './returned-money.ts'
import { findPaymentByReference, lockRefund, refundsOfSource, savePayment } from './store.ts'
import { paymentServerTexts } from './texts.ts'

type KnownDispute = Exclude<DisputeStatusResult, { type: 'not_found' }>
type Dispute = Selectable<Tables['disputes']>

/** Records the chargeback of a full payment and its effect on the order or top-up. */
export type ReversePayment = (tx: Tx, payment: Payment | TopUp) => Promise<unknown>

/**
 * Handles a dispute of a payment: fetches its status from the gateway. A lost dispute reduces our balance at the
 * gateway, even when part of the payment was refunded before and the payment's status does not change.
 */
export async function handleDispute(
  deps: PaymentDeps,
  gateway: GatewayName,
  disputeId: GatewayDisputeId,
  reversePayment: ReversePayment,
): Promise<void> {
  const status = await gatewayOf(deps, gateway).getDispute?.(disputeId)
  // The error leaves the webhook unhandled, so it is processed again.
  if (!status) throw new Error(`The status of dispute ${disputeId} could not be fetched from ${gateway}`)
  if (status.type === 'not_found') {
    deps.log.error({ gateway, dispute: disputeId }, 'dispute without a matching payment')
    return
  }
  await applyDispute(deps, gateway, { disputeId, status }, reversePayment)
}

/**
 * Records the status of a dispute, once: repeated and stale lists change nothing. One that is reported as lost without
 * an amount stays open while a part of the payment can still be returned, unless we accepted it without an amount: its
 * gateway may not report the amount yet.
 */
export async function applyDispute(
  deps: PaymentDeps,
  gateway: GatewayName,
  { disputeId, status }: ListedDispute,
  reversePayment: ReversePayment,
): Promise<void> {
  const payment = await findPaymentByReference(deps.db.q, status.paymentReference)
  if (payment?.gateway !== gateway) {
    deps.log.error({ gateway, dispute: disputeId }, 'dispute without a matching payment')
    return
  }
  await deps.db.inTransaction(async (tx) => {
    await refundSubjectOf(deps.paymentEvents, payment).lock(tx)
    const lockedPayment = await lockAnyPayment(tx, payment.id)
    const isAmountMissing =
      status.type === 'lost' &&
      status.amountKobo === 0n &&
      !(await mayLoseNothing(tx, lockedPayment, disputeId))
    if (isAmountMissing) deps.log.error({ gateway, dispute: disputeId }, 'dispute lost without an amount')
    const knownStatus: KnownDispute = isAmountMissing ? { ...status, type: 'open' } : status
    const dispute = await saveDispute(tx, lockedPayment, gateway, disputeId, knownStatus)
    if (!dispute || knownStatus.type === 'open') return
    await releaseRefunds(deps, tx, lockedPayment)
    if (knownStatus.type === 'lost')
      await recordDisputeLoss(deps, tx, lockedPayment, dispute, knownStatus.amountKobo, reversePayment)
  })
}

/**
 * Whether a lost dispute can return nothing: all that the gateway had is returned already, or we accepted it for nothing
 * and the gateway may have received that.
 */
async function mayLoseNothing(
  tx: Tx,
  payment: Payment | TopUp,
  disputeId: GatewayDisputeId,
): Promise<boolean> {
  const hasMoneyAtGateway = (await unreturnedKobo(tx, payment, { manualPayouts: true })) > 0n
  if (payment.state === 'reversed' || !hasMoneyAtGateway) return true
  const response = await tx
    .selectFrom('dispute_responses')
    .innerJoin('disputes', 'disputes.id', 'dispute_id')
    .select('dispute_responses.id')
    .where('disputes.payment_id', '=', payment.id)
    .where('gateway_dispute_id', '=', disputeId)
    .where('decision', '=', 'accept')
    .where('dispute_responses.state', '!=', 'failed')
    .where('dispute_responses.amount_kobo', '=', 0n)
    .executeTakeFirst()
  return response !== undefined
}

const lockAnyPayment = (tx: Tx, id: string): Promise<Payment | TopUp> =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .$castTo<Payment | TopUp>()
    .executeTakeFirstOrThrow()

/** @returns the dispute; undefined when it was already closed */
const saveDispute = (
  tx: Tx,
  payment: Payment | TopUp,
  gateway: GatewayName,
  gatewayDisputeId: GatewayDisputeId,
  status: KnownDispute,
): Promise<Dispute | undefined> => {
  const fields = {
    state: status.type,
    amount_kobo: status.type === 'lost' ? status.amountKobo : null,
    evidence_due_at: status.evidenceDueAt,
  }
  return tx
    .insertInto('disputes')
    .values({ ...fields, gateway, gateway_dispute_id: gatewayDisputeId, payment_id: payment.id })
    .onConflict((row) =>
      row
        .columns(['gateway', 'gateway_dispute_id'])
        .doUpdateSet(fields)
        .where('disputes.state', '=', 'open')
        .where('disputes.payment_id', '=', payment.id),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Ends the wait of the refunds of a payment that is not disputed any more: they are processed after the commit. */
async function releaseRefunds(deps: PaymentDeps, tx: Tx, payment: Payment | TopUp): Promise<void> {
  if (await hasOpenDispute(tx, payment.id)) return
  if (payment.purpose === 'order') await deps.paymentEvents.onDisputeClosed(tx, payment.order_id)
  await tx
    .updateTable('refunds')
    // A request before the dispute was not received: the next one is the first.
    .set({
      due_at: inSeconds(0),
      first_sent_at: sql<Date | null>`case when state <> 'requested' then first_sent_at end`,
    })
    .where('payment_id', '=', payment.id)
    .where((row) =>
      row.or([
        row('state', '=', 'requested'),
        row('state', '=', 'needs_attention').and('failure_reason', '=', accountApproved),
      ]),
    )
    .execute()
}

async function recordDisputeLoss(
  deps: PaymentDeps,
  tx: Tx,
  payment: Payment | TopUp,
  dispute: Dispute,
  lostKobo: bigint,
  reversePayment: ReversePayment,
): Promise<void> {
  deps.log.error({ payment: payment.id, dispute: dispute.id }, 'dispute lost')
  // The full amount is already in the ledger.
  if (payment.state === 'reversed' || payment.paid_currency !== 'NGN') return
  const paidKobo = payment.paid_kobo ?? 0n
  // A refund that was paid manually leaves its money at the gateway, so the dispute can still return it.
  const remainingKobo = await unreturnedKobo(tx, payment, { disputeId: dispute.id, manualPayouts: true })
  const returnedKobo = lesserOf(lostKobo, remainingKobo)
  const amountKobo = returnedKobo - (await reduceUnpaidRefunds(deps, tx, payment, dispute, returnedKobo))
  if (amountKobo <= 0n) return
  // The gateway could not make such a refund, so it was paid in another way, or will be: the loss is posted as well.
  const refunds = await refundsOfSource(tx, { payment_id: payment.id, deposit_id: null })
  if (isPaid(payment.state) && amountKobo === paidKobo && refunds.length === 0) {
    await reversePayment(tx, payment)
    return
  }
  const isTopUp = payment.purpose === 'wallet_topup'
  const owner = isTopUp ? payment.user_id : payment.order_id
  if (isTopUp) await lockWalletOwner(tx, payment.user_id)
  const balanceKobo = isTopUp ? await lockBalance(tx, account.wallet(payment.user_id)) : 0n
  const walletKobo = lesserOf(balanceKobo, amountKobo)
  await post(
    tx,
    disputeLost({
      disputeId: dispute.id,
      orderId: payment.order_id,
      gateway: payment.gateway,
      owner,
      amountKobo,
      walletKobo,
    }),
  )
  if (!isTopUp) return deps.paymentEvents.onPartialChargeback(tx, payment.order_id)
  await savePayment(tx, payment, { review_reason: partlyReversedReview, review_since: sql`app_now()` })
  await notifyWalletOwner(tx, payment.user_id, {
    subject: paymentServerTexts.topUpPartlyReversedSubject(),
    body: paymentServerTexts.topUpPartlyReversed({
      amount: formatMoney(amountKobo),
      removed: formatMoney(walletKobo),
    }),
    amountKobo: walletKobo,
  })
}

/**
 * Reduces the refunds that are not paid by what the lost dispute returns, the smallest first: the bank has returned this
 * money. A refund that is covered in full is completed.
 * @returns kobo by which the refunds were reduced
 */
async function reduceUnpaidRefunds(
  deps: PaymentDeps,
  tx: Tx,
  payment: Payment | TopUp,
  dispute: Dispute,
  returnedKobo: bigint,
): Promise<bigint> {
  const subject = refundSubjectOf(deps.paymentEvents, payment)
  let leftKobo = returnedKobo
  for (const refund of await lockUnpaidRefunds(tx, payment)) {
    const amountKobo = lesserOf(refund.amount_kobo, leftKobo)
    if (amountKobo <= 0n) break
    leftKobo -= amountKobo
    await reduceRefund(tx, refund, { payment, subject, disputeId: dispute.id, amountKobo })
  }
  return returnedKobo - leftKobo
}

/** The refunds of a payment that were not sent, or that failed and were not paid in another way; the smallest first. */
async function lockUnpaidRefunds(tx: Tx, payment: Payment | TopUp): Promise<Refund[]> {
  const refunds = await refundsOfSource(tx, { payment_id: payment.id, deposit_id: null })
  const locked: Refund[] = []
  for (const { id } of refunds) locked.push(await lockRefund(tx, id))
  const retriedIds = new Set(locked.map((refund) => refund.retry_of_refund_id))
  return locked
    .filter(
      (refund) =>
        isUnsent(refund) ||
        (refund.state === 'failed' && refund.manual_payout === null && !retriedIds.has(refund.id)),
    )
    .sort((one, other) => Number(one.amount_kobo - other.amount_kobo))
}

/** Kobo that an accepted dispute of a payment returns: the paid amount less what was already returned. */
export async function disputedKobo(tx: Tx, paymentId: PaymentId, disputeId: DisputeId): Promise<bigint> {
  return unreturnedKobo(tx, await lockAnyPayment(tx, paymentId), { disputeId })
}
