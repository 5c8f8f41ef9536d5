import { inSeconds, type RefundCause, type Tx } from '../database/index.ts'
import { post, refundRequested } from '../ledger/index.ts'
import { returnToManager } from './by-manager.ts'
import { concernOf } from './concern.ts'
import { seek } from './find-refund.ts'
import { returnToWallet } from './from-wallet.ts'
import type { RefundTruth } from './gateway.ts'
import { type OnPaid, refundRoutes } from './paid-for.ts'
import { gatewayOf, type PaymentParts } from './parts.ts'
import { payingInto } from './pay-into.ts'
import {
  isAtGateway,
  nextRefundSeconds,
  type Payment,
  type Refund,
  type TopUp,
  type Unmatched,
} from './payment.ts'
import { recordRefund, saveRefund } from './refund-outcome.ts'
import { ageSeconds, insertRefund, insertReturn, lockRefund, refundById, sourceOf } from './store.ts'

/** A request to the gateway is taken for lost only after this: longer than the call's own deadline. */
export const inFlightSeconds = 45
/**
 * One that the gateway does not list is sent again no sooner than this after the first: it may still arrive.
 * A second refund of all of a payment is refused there; a second one of a part is not, so a process that
 * stood still in the middle of sending it is given longer.
 */
const settledSeconds = 60
const settledPartSeconds = 15 * 60
/** The call follows its commit within this, or not at all. */
const promptMs = 10_000
/** Why a refund is sent once more: the gateway lists none. */
const neverReceived = 'never_received'
/** Its second sending was refused: perhaps since the first arrived after all, so their list has the last word. */
const refusedAgain = 'refused_again'

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
  if (payment.purpose === 'order' && !isAtGateway(payment.gateway)) {
    await (payment.gateway === 'wallet' ? returnToWallet : returnToManager)(onPaid, tx, payment, it)
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
    refundId: refund.id,
    cause: it.cause,
    state: 'requested',
    amountKobo: it.amountKobo,
    route: refundRoutes.source,
  })
  return [refund.id]
}

/**
 * Owes a transfer back that came to nobody's account, once. The call to the gateway follows the commit.
 * @returns the id of the refund to pursue; undefined when it was begun before
 */
export async function beginReturn(tx: Tx, inflow: Unmatched): Promise<string | undefined> {
  const refund = await insertReturn(tx, inflow)
  if (!refund) return undefined
  // Money of another currency is not in the books.
  if (inflow.currency === 'NGN')
    await post(
      tx,
      refundRequested({
        refundId: refund.id,
        orderId: null,
        amountKobo: refund.amount_kobo,
        from: 'unapplied',
      }),
    )
  return refund.id
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
  const payment = await sourceOf(parts.db.q, refund)
  const began = performance.now()
  const mine = await parts.db.q
    .updateTable('refunds')
    .set({ state: 'unknown', because: 'sending', due_at: inSeconds(inFlightSeconds) })
    .where('id', '=', refund.id)
    .where('state', '=', 'requested')
    .executeTakeFirst()
  if (mine.numUpdatedRows === 0n) return
  // Who stood still since then leaves it to whoever looks for it: another may be sending it by now.
  if (performance.now() - began > promptMs) return
  const truth = await gatewayOf(parts, payment.gateway).refund({
    paymentReference: payment.reference,
    gatewayReference: payment.gateway_reference ?? '',
    refundReference: refund.id,
    amountKobo: refund.amount_kobo,
    currency: refund.currency,
    reason: refund.cause,
  })
  const isDoubtful = truth.is === 'failed' && truth.refundId === null && refund.because === neverReceived
  const told: RefundTruth = isDoubtful ? { is: 'unknown', because: refusedAgain } : truth
  await parts.db.inTransaction((tx) => recordRefund(parts, tx, refund.id, payment, told))
}

async function look(parts: PaymentParts, refund: Refund): Promise<void> {
  const waited = await ageSeconds(parts.db.q, refund.state_since)
  if (isOnItsWay(refund) && waited < inFlightSeconds) return
  const payment = await sourceOf(parts.db.q, refund)
  const found = await gatewayOf(parts, payment.gateway).findRefunds({
    paymentReference: payment.reference,
    gatewayReference: payment.gateway_reference ?? '',
    refundReference: refund.id,
  })
  const again = await parts.db.inTransaction(async (tx) => {
    await concernOf(parts.onPaid, payment).lock(tx)
    const locked = await lockRefund(tx, refund.id)
    const sought = await seek(tx, locked, found)
    if (sought.is === 'found') {
      await recordRefund(parts, tx, refund.id, payment, sought.truth)
      return false
    }
    // Whether it is lost is known only after a while; whatever else it is, it is asked about ever more seldom.
    const isWhole = refund.amount_kobo === payment.paid_kobo
    const lostIn = (isWhole ? settledSeconds : settledPartSeconds) - waited
    // Whoever asked before it was sent once more knows nothing of that sending.
    const isAsSeen = locked.state_since.getTime() === refund.state_since.getTime()
    const mayBeLost = sought.is === 'not_there' && locked.state === 'unknown' && isAsSeen
    if (mayBeLost && lostIn <= 0) {
      if (locked.because === refusedAgain) {
        const failed: RefundTruth = { is: 'failed', because: refusedAgain, refundId: null }
        await recordRefund(parts, tx, refund.id, payment, failed)
        return false
      }
      await saveRefund(tx, refund.id, {
        state: 'requested',
        because: neverReceived,
        due_at: inSeconds(0),
      })
      return true
    }
    const next = nextRefundSeconds(locked.asks)
    await saveRefund(tx, refund.id, {
      asks: locked.asks + 1,
      due_at: inSeconds(mayBeLost ? Math.min(next, lostIn) : next),
    })
    return false
  })
  if (again) await pursueRefund(parts, refund.id)
}

/** Its sender, or whoever gives it an account, may still be at it. */
const isOnItsWay = ({ because }: Refund): boolean => because === 'sending' || because === payingInto
