import type { OrderId } from '../../shared/ids.ts'
import type { RefundCause, Tx } from '../database/index.ts'
import {
  captureEvent,
  findPostedEntry,
  holdCaptured,
  isWalletOpen,
  post,
  refundedToWallet,
  refundRequested,
  walletHeld,
} from '../ledger/index.ts'
import { createInternalPayment, type InternalPayment } from './internal-payment.ts'
import type { Payment } from './payment.ts'
import type { PaymentEvents } from './payment-events.ts'
import { insertSettledRefund, listPayments } from './store.ts'
import { refundDestinationTexts } from './texts.ts'

/**
 * Pays for an order from a wallet: places a hold and creates a succeeded payment.
 * @throws InsufficientBalance when the wallet balance is lower; the caller must roll back the transaction
 */
export async function holdWalletPayment(tx: Tx, payment: InternalPayment): Promise<void> {
  const paymentId = await createWalletPayment(tx, payment)
  await post(tx, walletHeld({ paymentId, ...payment }))
}

/** Creates the payment of an order whose amount is already on hold. @returns the payment id */
export const createWalletPayment = (tx: Tx, payment: InternalPayment): Promise<string> =>
  createInternalPayment(tx, 'wallet', payment)

/** Captures the wallet hold when the order is sent to a vendor. Idempotent. */
export async function captureHold(tx: Tx, orderId: OrderId): Promise<void> {
  const payment = (await listPayments(tx, orderId)).find(isFromWallet)
  if (payment) await post(tx, holdCaptured({ paymentId: payment.id, ...holdFields(payment) }))
}

/** Refunds a wallet order into the wallet, in the transaction that decides on the refund. */
export async function refundToWallet(
  paymentEvents: PaymentEvents,
  tx: Tx,
  payment: Payment,
  refund: { cause: RefundCause; amountKobo: bigint },
): Promise<void> {
  if (!(await isWalletOpen(tx, holdFields(payment).userId)))
    return createRefundForClosedAccount(paymentEvents, tx, payment, refund)
  const refundId = await insertSettledRefund(tx, payment, { ...refund, state: 'processed' })
  if (!refundId) return
  const capturedEntry = await findPostedEntry(tx, captureEvent(payment.id))
  await post(
    tx,
    refundedToWallet({
      refundId,
      ...holdFields(payment),
      amountKobo: refund.amountKobo,
      from: capturedEntry ? 'order' : 'hold',
    }),
  )
  await paymentEvents.onRefundStateChanged(tx, payment.order_id, {
    ...refund,
    refundId,
    state: 'processed',
    destination: refundDestinationTexts.wallet,
  })
}

/** Creates the refund of a payer who closed the account: in review, until a manager pays it by bank transfer. */
async function createRefundForClosedAccount(
  paymentEvents: PaymentEvents,
  tx: Tx,
  payment: Payment,
  refund: { cause: RefundCause; amountKobo: bigint },
): Promise<void> {
  const refundId = await insertSettledRefund(tx, payment, { ...refund, state: 'failed' })
  if (!refundId) return
  const { order_id: orderId } = payment
  await captureHold(tx, orderId)
  await post(tx, refundRequested({ refundId, orderId, amountKobo: refund.amountKobo, from: 'order' }))
  await paymentEvents.onRefundStateChanged(tx, orderId, {
    ...refund,
    refundId,
    state: 'failed',
    destination: null,
  })
}

const isFromWallet = (payment: Payment): boolean =>
  payment.gateway === 'wallet' && payment.state === 'succeeded'

function holdFields(payment: Payment) {
  if (!payment.user_id) throw new Error(`Payment ${payment.id} has no wallet owner`)
  return { orderId: payment.order_id, userId: payment.user_id, amountKobo: payment.amount_kobo }
}
