import { type RawBuilder, type Selectable, sql } from 'kysely'
import { formatMoney, lesserOf } from '../../shared/money.ts'
import type { GatewayName } from '../../shared/payments.ts'
import type { Database, Tables, Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { account, disputeLost, lockBalance, post } from '../ledger/index.ts'
import { gatewayOf, type PaymentDeps } from './deps.ts'
import type { DisputeStatusResult, ListedDispute } from './gateway.ts'
import { notifyWalletOwner } from './notify-owner.ts'
import { isPaid, type Payment, type TopUp } from './payment.ts'
import { refundSubjectOf } from './refund-subject.ts'
import { findPaymentByReference, refundsOfSource, savePayment } from './store.ts'
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
  disputeId: string,
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

/** Records the status of a dispute, once: repeated and stale lists change nothing. */
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
    const dispute = await saveDispute(tx, lockedPayment, gateway, disputeId, status)
    if (dispute && status.type === 'lost')
      await recordDisputeLoss(deps, tx, lockedPayment, dispute, status.amountKobo, reversePayment)
  })
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
  gatewayDisputeId: string,
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
  const remainingKobo = paidKobo - (await alreadyReturnedKobo(tx, payment, dispute.id))
  const amountKobo = lesserOf(lostKobo, remainingKobo)
  if (amountKobo <= 0n) return
  // A refund that failed at the gateway was paid in another way or still is: the loss is posted in addition to it.
  const hasRefund = (await refundsOfSource(tx, { payment_id: payment.id, deposit_id: null })).length > 0
  if (isPaid(payment.state) && amountKobo === paidKobo && !hasRefund) {
    await reversePayment(tx, payment)
    return
  }
  const isTopUp = payment.purpose === 'wallet_topup'
  const owner = isTopUp ? payment.user_id : payment.order_id
  const balanceKobo = isTopUp ? await lockBalance(tx, account.wallet(owner)) : 0n
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
  if (!isTopUp) return deps.paymentEvents.flagForReview(tx, payment.order_id, partlyReversedReason)
  await savePayment(tx, payment, { review_reason: partlyReversedReason, review_since: sql`app_now()` })
  await notifyWalletOwner(tx, owner, {
    subject: paymentServerTexts.topUpPartlyReversedSubject(),
    body: paymentServerTexts.topUpPartlyReversed({
      amount: formatMoney(amountKobo),
      removed: formatMoney(walletKobo),
    }),
    amountKobo: walletKobo,
  })
}

const partlyReversedReason = 'payment_partly_reversed'

/** Kobo of a payment that were already returned or are being refunded. */
async function alreadyReturnedKobo(tx: Tx, payment: Payment | TopUp, disputeId: string): Promise<bigint> {
  const refunds = await refundsOfSource(tx, { payment_id: payment.id, deposit_id: null })
  const lostDisputes = await tx
    .selectFrom('disputes')
    .select('amount_kobo')
    .where('payment_id', '=', payment.id)
    .where('state', '=', 'lost')
    .where('id', '!=', disputeId)
    .execute()
  return [...refunds.filter((row) => row.state !== 'failed'), ...lostDisputes].reduce(
    (sum, row) => sum + (row.amount_kobo ?? 0n),
    0n,
  )
}

/** True when the gateway reported a lost dispute for the payment. */
export const hasLostDispute = async (db: Database['q'] | Tx, paymentId: string): Promise<boolean> =>
  (await db
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'lost')
    .executeTakeFirst()) !== undefined

/** True while the payer's bank disputes a payment of the order. */
export const hasOpenDisputeSql = (orderId: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (select from disputes join payments as disputed on disputed.id = disputes.payment_id
    where disputed.order_id = ${orderId} and disputes.state = 'open')`

/**
 * Neither a refund nor goodwill is paid while the bank may return the same money. The caller's transaction holds the
 * lock on the order, which a new dispute takes too.
 * @throws ApiError NOT_NOW while a payment of the order has an open dispute
 */
export async function assertNoOpenDispute(db: Database['q'] | Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ is_disputed: boolean }>`
    select ${hasOpenDisputeSql(sql`${orderId}::uuid`)} as is_disputed`.execute(db)
  if (rows[0]?.is_disputed) throw new ApiError('NOT_NOW', { message: paymentServerTexts.disputeOpen() })
}

/** Kobo that an accepted dispute of a payment returns: the paid amount less what was already returned. */
export async function disputedKobo(tx: Tx, paymentId: string, disputeId: string): Promise<bigint> {
  const payment = await lockAnyPayment(tx, paymentId)
  const remainingKobo = (payment.paid_kobo ?? 0n) - (await alreadyReturnedKobo(tx, payment, disputeId))
  return remainingKobo > 0n ? remainingKobo : 0n
}
