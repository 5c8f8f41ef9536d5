import type { RefundId } from '../../shared/ids.ts'
import { formatMoney } from '../../shared/money.ts'
import type { Tx } from '../database/index.ts'
import { isWalletOpen } from '../ledger/index.ts'
import { notifyWalletOwner } from './notify-owner.ts'
import type { Refund, RefundSource, TopUp } from './payment.ts'
import type { PaymentEvents, RefundStateChange } from './payment-events.ts'
import { findRefundById, findRefundSource, lockRefund, lockRefundableDeposit, lockTopUp } from './store.ts'
import { paymentServerTexts } from './texts.ts'

/** The subject of a refund besides its payment: it is locked before the refund and notified of each state change. */
export interface RefundSubject {
  lock(tx: Tx): Promise<unknown>
  onRefundStateChanged(tx: Tx, refund: RefundStateChange): Promise<void>
}

/** Subject of a refund: an order, a wallet top-up, or an unmatched transfer (which has no owner to notify). */
export function refundSubjectOf(paymentEvents: PaymentEvents, source: RefundSource): RefundSubject {
  switch (source.purpose) {
    case 'order':
      return {
        lock: (tx) => paymentEvents.lockOrder(tx, source.order_id),
        onRefundStateChanged: (tx, refund) => paymentEvents.onRefundStateChanged(tx, source.order_id, refund),
      }
    case 'wallet_topup':
      return {
        lock: (tx) => lockTopUp(tx, source.id),
        onRefundStateChanged: (tx, refund) => notifyTopUpRefund(tx, source, refund),
      }
    case 'deposit':
      return { lock: (tx) => lockRefundableDeposit(tx, source.id), onRefundStateChanged: async () => {} }
  }
}

/** Locks a refund after its subject, as every transaction does. */
export async function lockRefundWithSubject(
  paymentEvents: PaymentEvents,
  tx: Tx,
  refundId: RefundId,
): Promise<Refund> {
  const refund = await findRefundById(tx, refundId)
  if (!refund) throw new Error(`Refund ${refundId} does not exist`)
  await refundSubjectOf(paymentEvents, await findRefundSource(tx, refund)).lock(tx)
  return lockRefund(tx, refundId)
}

async function notifyTopUpRefund(tx: Tx, topUp: TopUp, { state }: RefundStateChange): Promise<void> {
  if (state !== 'requested' || !(await isWalletOpen(tx, topUp.user_id))) return
  await notifyWalletOwner(tx, topUp.user_id, {
    subject: paymentServerTexts.topUpRefundedSubject(),
    body: paymentServerTexts.topUpRefunded({ amount: formatMoney(topUp.amount_kobo) }),
  })
}
