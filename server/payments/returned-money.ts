import { sql } from 'kysely'
import type { DisputeId, RefundId } from '../../shared/ids.ts'
import type { Database, RefundCause, Tx } from '../database/index.ts'
import { account, post, refundProcessed, refundReturnedByDispute } from '../ledger/index.ts'
import {
  isUnsent,
  type Payment,
  type Refund,
  type RefundSource,
  refundMachine,
  returnedByBank,
  type TopUp,
} from './payment.ts'
import { paymentInstrumentOf } from './payment-events.ts'
import { notifyRefundStateChange, saveRefund } from './refund-change.ts'
import type { RefundSubject } from './refund-subject.ts'
import { refundIdOf, refundsOfSource } from './store.ts'

/**
 * Kobo of a payment that neither a refund nor a lost dispute has returned. Refunds that were not sent are not counted:
 * a lost dispute reduces them.
 * @param except a refund, a dispute and the manual payouts of refunds, which are not counted either
 */
export async function unreturnedKobo(
  tx: Database['q'] | Tx,
  payment: Payment | TopUp,
  except: {
    readonly refundId?: RefundId
    readonly disputeId?: DisputeId
    readonly manualPayouts?: true
  } = {},
): Promise<bigint> {
  const refunds = await refundsOfSource(tx, { payment_id: payment.id, deposit_id: null })
  const sentRefunds = refunds.filter((refund) => {
    if (refund.state === 'failed') return refund.manual_payout !== null && !except.manualPayouts
    return refund.state === 'processed' ? refund.failure_reason !== returnedByBank : !isUnsent(refund)
  })
  const lostDisputes = await lostDisputesOf(tx, payment)
  const returned = [
    ...sentRefunds.filter(({ id }) => id !== except.refundId),
    ...lostDisputes.filter(({ id }) => id !== except.disputeId),
  ]
  const remainingKobo = returned.reduce(
    (kobo, { amount_kobo }) => kobo - (amount_kobo ?? 0n),
    payment.paid_kobo ?? 0n,
  )
  return remainingKobo > 0n ? remainingKobo : 0n
}

/**
 * The refund of a payment and cause in the ledger, which has it also when its row was lost.
 * @returns its id, and the kobo that are payable for it: requested and neither paid nor returned
 */
export async function postedRefundOf(
  tx: Tx,
  payment: Payment,
  cause: RefundCause,
): Promise<{ readonly id: RefundId; readonly payableKobo: bigint }> {
  const id = refundIdOf(payment.reference, cause)
  const { rows } = await sql<{ kobo: string }>`
    select coalesce(-sum(amount_kobo), 0)::text as kobo
    from ledger_entries join ledger_postings on ledger_postings.entry_id = ledger_entries.id
    where order_id = ${payment.order_id} and account = ${account.refundPayable}
      and starts_with(event, ${`refund:${id}:`})`.execute(tx)
  return { id, payableKobo: BigInt(rows[0]?.kobo ?? 0) }
}

/** The dispute whose loss was posted last for a payment; null when the gateway reversed the whole payment. */
export async function latestLostDisputeOf(tx: Tx, payment: Payment): Promise<DisputeId | null> {
  if (payment.state === 'reversed') return null
  const dispute = await tx
    .selectFrom('disputes')
    .innerJoin('ledger_entries', (join) =>
      join.on('event', '=', sql<string>`'dispute:' || disputes.id || ':lost'`),
    )
    .select('disputes.id')
    .where('payment_id', '=', payment.id)
    .orderBy('ledger_entries.id', 'desc')
    .executeTakeFirst()
  return dispute?.id ?? null
}

/** The lost disputes of a payment, newest first. */
const lostDisputesOf = (tx: Database['q'] | Tx, payment: Payment | TopUp) =>
  tx
    .selectFrom('disputes')
    .select(['id', 'amount_kobo'])
    .where('payment_id', '=', payment.id)
    .where('state', '=', 'lost')
    .orderBy('created_at', 'desc')
    .execute()

/**
 * Reduces a refund that the gateway cannot pay by what a dispute has returned that was lost while the gateway had it.
 * @returns the rest of the refund; null when the dispute has returned all of it
 */
export async function reduceByLostDispute<R extends Refund>(
  tx: Tx,
  refund: R,
  { payment, subject }: { payment: RefundSource; subject: RefundSubject },
): Promise<R | null> {
  if (payment.purpose === 'deposit' || refund.currency !== 'NGN') return refund
  const [dispute] = await lostDisputesOf(tx, payment)
  if (!dispute) return refund
  // As when the dispute was lost: what was paid manually is still at the gateway, and its loss is already posted.
  const except = { refundId: refund.id, manualPayouts: true } as const
  const amountKobo = refund.amount_kobo - (await unreturnedKobo(tx, payment, except))
  if (amountKobo <= 0n) return refund
  await reduceRefund(tx, refund, { payment, subject, disputeId: dispute.id, amountKobo })
  return amountKobo === refund.amount_kobo
    ? null
    : { ...refund, amount_kobo: refund.amount_kobo - amountKobo }
}

interface ReturnedRefund {
  readonly payment: Payment | TopUp
  readonly subject: RefundSubject
  readonly disputeId: DisputeId
  readonly amountKobo: bigint
}

/** Reduces a refund by what a lost dispute has returned of it; one that is returned in full is completed. */
export async function reduceRefund(
  tx: Tx,
  refund: Refund,
  { payment, subject, disputeId, amountKobo }: ReturnedRefund,
): Promise<void> {
  if (amountKobo === refund.amount_kobo) return completeRefund(tx, refund, { payment, subject })
  const { id: refundId, order_id: orderId } = refund
  const { gateway } = payment
  await post(tx, refundReturnedByDispute({ refundId, disputeId, orderId, gateway, amountKobo }))
  await saveRefund(tx, refund.id, { amount_kobo: refund.amount_kobo - amountKobo })
}

/** Completes a refund that the gateway does not pay: the bank has returned its money. */
async function completeRefund(
  tx: Tx,
  refund: Refund,
  { payment, subject }: Pick<ReturnedRefund, 'payment' | 'subject'>,
): Promise<void> {
  const options = { event: 'gateway.dispute_lost' } as const
  const claimed =
    refund.state === 'requested' ? await refundMachine.transition(tx, refund, 'unknown', {}, options) : refund
  if (claimed.state === 'processed') return
  const patch = { failure_reason: returnedByBank, due_at: null, payout_account_review: null }
  await refundMachine.transition(tx, claimed, 'processed', patch, options)
  await post(
    tx,
    refundProcessed({
      ...{ refundId: refund.id, orderId: refund.order_id, gateway: payment.gateway },
      amountKobo: refund.amount_kobo,
    }),
  )
  await notifyRefundStateChange(tx, subject, refund, {
    state: 'processed',
    destination: () => paymentInstrumentOf(payment),
  })
}
