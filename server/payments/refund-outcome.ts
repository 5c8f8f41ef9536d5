import { inSeconds, type RefundState, type Tx } from '../database/index.ts'
import { post, refundPaidByHand, refundProcessed } from '../ledger/index.ts'
import { type Concern, concernOf } from './concern.ts'
import type { RefundTruth } from './gateway.ts'
import { type RefundMove, refundRoutes, routeOf } from './paid-for.ts'
import type { PaymentParts } from './parts.ts'
import { nextRefundSeconds, type Refund, type Source } from './payment.ts'
import { insertAgain, lockRefund, refundById } from './store.ts'

/** A refund that failed is asked for once more after this, when nobody has a wallet to pay it into. */
const againSeconds = 60 * 60

/** Writes down what the gateway says of a refund: its state, its postings, and what follows for its order. */
export async function recordRefund(
  parts: PaymentParts,
  tx: Tx,
  refundId: string,
  payment: Source,
  truth: RefundTruth,
): Promise<void> {
  const concern = concernOf(parts.onPaid, payment)
  await concern.lock(tx)
  const refund = await lockRefund(tx, refundId)
  if (refund.state === 'processed' || refund.state === 'failed') return
  const state = stateOf(truth)
  if (state === 'unknown') {
    await saveRefund(tx, refundId, {
      because: 'because' in truth ? truth.because : null,
      due_at: inSeconds(nextRefundSeconds(refund.asks)),
    })
    return
  }
  const over = state === 'processed' || state === 'failed'
  await saveRefund(tx, refundId, {
    state,
    refund_id: ('refundId' in truth ? truth.refundId : null) ?? refund.refund_id,
    because: 'because' in truth ? truth.because : null,
    asks: refund.asks + 1,
    due_at: over ? null : inSeconds(nextRefundSeconds(refund.asks)),
  })
  if (state === refund.state || state === 'sent') return
  if (state === 'failed') return fail(parts, tx, concern, payment, refund)
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
  await tell(tx, concern, refund, { state, route: routeOf(refund) })
}

/** Tells whom it concerns how a refund moved. */
async function tell(
  tx: Tx,
  concern: Concern,
  refund: Refund,
  how: Pick<RefundMove, 'state' | 'route'>,
): Promise<void> {
  // A refund that is asked for again is about what the first one was.
  const first = refund.again_of === null ? refund : await refundById(tx, refund.again_of)
  if (first?.cause === 'unmatched') return
  if (!first || first.cause === 'again') throw new Error(`Refund ${refund.id} has no cause`)
  await concern.refundMoved(tx, {
    ...how,
    refundId: refund.id,
    cause: first.cause,
    amountKobo: refund.amount_kobo,
  })
}

/**
 * The gateway cannot give the money back. Whoever paid from an account gets it into the wallet at once; for
 * a guest it is asked for once more after a while, and a person looks at it meanwhile.
 */
async function fail(
  parts: PaymentParts,
  tx: Tx,
  concern: Concern,
  payment: Source,
  refund: Refund,
): Promise<void> {
  parts.log.error({ refund: refund.id, payment: payment.id, gateway: payment.gateway }, 'a refund failed')
  const walletOf = refund.currency === 'NGN' ? await walletOfPayer(tx, payment) : null
  if (walletOf !== null && refund.order_id !== null) {
    const why = 'the gateway could not give it back'
    await post(
      tx,
      refundPaidByHand({
        refundId: refund.id,
        orderId: refund.order_id,
        amountKobo: refund.amount_kobo,
        walletOf,
        why,
      }),
    )
    await saveRefund(tx, refund.id, { paid_by_hand: 'wallet' })
    await tell(tx, concern, refund, { state: 'processed', route: refundRoutes.wallet })
    return
  }
  await tell(tx, concern, refund, { state: 'failed', route: routeOf(refund) })
  await insertAgain(tx, refund, againSeconds)
}

/** People who have not proved their e-mail pay as guests do. */
async function walletOfPayer(tx: Tx, payment: Source): Promise<string | null> {
  if (payment.purpose !== 'order' || !payment.user_id) return null
  const user = await tx
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', payment.user_id)
    .executeTakeFirst()
  return user?.email_verified_at ? payment.user_id : null
}

function stateOf(truth: RefundTruth): Exclude<RefundState, 'requested'> {
  if (truth.is !== 'accepted') return truth.is
  return truth.state === 'processed' ? 'processed' : 'sent'
}

/** Writes to a refund that the transaction has locked, it or its order. */
export const saveRefund = (tx: Tx, id: string, values: object) =>
  tx.updateTable('refunds').set(values).where('id', '=', id).execute()
