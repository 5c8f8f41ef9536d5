import type { RefundCause, RefundState, Tx } from '../database/index.ts'
import { post, refundProcessed, refundRequested } from '../ledger/index.ts'
import { concernOf } from './concern.ts'
import { returnToWallet } from './from-wallet.ts'
import type { FoundRefund, RefundTruth } from './gateway.ts'
import type { OnPaid } from './paid-for.ts'
import { gatewayOf, type PaymentParts } from './parts.ts'
import { nextRefundSeconds, type Payment, type Refund, type TopUp } from './payment.ts'
import { ageSeconds, inSeconds, insertRefund, lockRefund, paymentById, refundById } from './store.ts'

/** A request to the gateway is taken for lost only after this: longer than the call's own deadline. */
const inFlightSeconds = 45
/** One that the gateway does not list is sent again no sooner than this after the first: it may still arrive. */
const settledSeconds = 60

/**
 * Owes money back, once for each payment and cause. The call to the gateway follows the commit.
 * @returns the ids of refunds to pursue
 */
export async function beginRefund(
  onPaid: OnPaid,
  tx: Tx,
  payment: Payment | TopUp,
  it: { cause: RefundCause; amountKobo: bigint; from: 'order' | 'unapplied' | 'nowhere' },
): Promise<string[]> {
  if (payment.purpose === 'order' && payment.gateway === 'wallet') {
    await returnToWallet(onPaid, tx, payment, it)
    return []
  }
  const refund = await insertRefund(tx, {
    orderId: payment.order_id,
    paymentId: payment.id,
    cause: it.cause,
    amountKobo: it.amountKobo,
    currency: payment.paid_currency ?? payment.currency,
  })
  if (!refund) return []
  if (it.from !== 'nowhere') {
    await post(
      tx,
      refundRequested({
        refundId: refund.id,
        orderId: refund.order_id,
        amountKobo: it.amountKobo,
        from: it.from,
      }),
    )
  }
  await concernOf(onPaid, payment).refundMoved(tx, {
    cause: it.cause,
    state: 'requested',
    amountKobo: it.amountKobo,
    to: 'source',
  })
  return [refund.id]
}

/**
 * Brings one refund a step on. The gateway knows no refund by a name of ours, so one that may have
 * been sent is looked for there before it is ever sent again.
 */
export async function pursueRefund(parts: PaymentParts, refundId: string): Promise<void> {
  const refund = await refundById(parts.db.q, refundId)
  if (!refund || refund.state === 'processed' || refund.state === 'failed') return
  if (refund.state === 'requested') return send(parts, refund)
  return look(parts, refund)
}

async function send(parts: PaymentParts, refund: Refund): Promise<void> {
  const mine = await parts.db.q
    .updateTable('refunds')
    .set({ state: 'unknown', because: 'sending', due_at: inSeconds(inFlightSeconds) })
    .where('id', '=', refund.id)
    .where('state', '=', 'requested')
    .executeTakeFirst()
  if (mine.numUpdatedRows === 0n) return
  const payment = await paymentOf(parts, refund)
  const truth = await gatewayOf(parts, payment.gateway).refund({
    paymentReference: payment.reference,
    gatewayReference: payment.gateway_reference ?? '',
    amountKobo: refund.amount_kobo,
    reason: refund.cause,
  })
  await parts.db.inTransaction((tx) => record(parts, tx, refund.id, payment, truth))
}

async function look(parts: PaymentParts, refund: Refund): Promise<void> {
  const waited = await ageSeconds(parts.db.q, refund.state_since)
  if (refund.state === 'unknown' && refund.because === 'sending' && waited < inFlightSeconds) return
  const payment = await paymentOf(parts, refund)
  const found = await gatewayOf(parts, payment.gateway).findRefunds({
    paymentReference: payment.reference,
    gatewayReference: payment.gateway_reference ?? '',
  })
  const again = await parts.db.inTransaction(async (tx) => {
    await concernOf(parts.onPaid, payment).lock(tx)
    const mine = await matching(tx, refund, found)
    if (mine) {
      await record(parts, tx, refund.id, payment, truthOf(mine))
      return false
    }
    const locked = await lockRefund(tx, refund.id)
    if (found && locked.state === 'unknown' && waited >= settledSeconds) {
      await save(tx, refund.id, { state: 'requested', because: 'never_received', due_at: inSeconds(0) })
      return true
    }
    await save(tx, refund.id, { asks: locked.asks + 1, due_at: inSeconds(nextRefundSeconds(locked.asks)) })
    return false
  })
  if (again) await pursueRefund(parts, refund.id)
}

/** The gateway's refund that is ours: by its id, else one of the same amount that no other row of ours holds. */
async function matching(
  tx: Tx,
  refund: Refund,
  found: FoundRefund[] | null,
): Promise<FoundRefund | undefined> {
  if (!found) return undefined
  if (refund.refund_id) return found.find((it) => it.refundId === refund.refund_id)
  const taken = await tx
    .selectFrom('refunds')
    .select('refund_id')
    .where('payment_id', '=', refund.payment_id)
    .where('refund_id', 'is not', null)
    .execute()
  const others = new Set(taken.map((it) => it.refund_id))
  return found.find((it) => it.amountKobo === refund.amount_kobo && !others.has(it.refundId))
}

function truthOf(found: FoundRefund): RefundTruth {
  switch (found.state) {
    case 'needs_attention':
      return { is: 'needs_attention', refundId: found.refundId }
    case 'failed':
      return { is: 'failed', because: 'failed at the gateway', refundId: found.refundId }
    default:
      return { is: 'accepted', refundId: found.refundId, state: found.state }
  }
}

async function record(
  parts: PaymentParts,
  tx: Tx,
  refundId: string,
  payment: Payment | TopUp,
  truth: RefundTruth,
): Promise<void> {
  const concern = concernOf(parts.onPaid, payment)
  await concern.lock(tx)
  const refund = await lockRefund(tx, refundId)
  if (refund.state === 'processed' || refund.state === 'failed') return
  const state = stateOf(truth)
  if (state === 'unknown') {
    await save(tx, refundId, {
      because: 'because' in truth ? truth.because : null,
      due_at: inSeconds(nextRefundSeconds(refund.asks)),
    })
    return
  }
  const over = state === 'processed' || state === 'failed'
  await save(tx, refundId, {
    state,
    refund_id: ('refundId' in truth ? truth.refundId : null) ?? refund.refund_id,
    because: 'because' in truth ? truth.because : null,
    asks: refund.asks + 1,
    due_at: over ? null : inSeconds(nextRefundSeconds(refund.asks)),
  })
  if (state === refund.state) return
  if (state === 'processed' && refund.currency === 'NGN') {
    await post(
      tx,
      refundProcessed({
        refundId,
        orderId: refund.order_id,
        gateway: payment.gateway,
        amountKobo: refund.amount_kobo,
      }),
    )
  }
  if (state !== 'sent') {
    await concern.refundMoved(tx, {
      cause: refund.cause,
      state,
      amountKobo: refund.amount_kobo,
      to: 'source',
    })
  }
}

function stateOf(truth: RefundTruth): Exclude<RefundState, 'requested'> {
  if (truth.is !== 'accepted') return truth.is
  return truth.state === 'processed' ? 'processed' : 'sent'
}

const save = (tx: Tx, id: string, values: object) =>
  tx.updateTable('refunds').set(values).where('id', '=', id).execute()

async function paymentOf(parts: PaymentParts, refund: Refund): Promise<Payment | TopUp> {
  const payment = await paymentById(parts.db.q, refund.payment_id)
  if (!payment) throw new Error(`No payment of refund ${refund.id}`)
  return payment
}
