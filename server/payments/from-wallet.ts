import { inSeconds, type RefundCause, type Tx } from '../database/index.ts'
import {
  captureEvent,
  heldFromWallet,
  holdCaptured,
  post,
  postedEntry,
  returnedToWallet,
} from '../ledger/index.ts'
import { type OnPaid, refundRoutes } from './paid-for.ts'
import type { Payment } from './payment.ts'
import { hashOf, insertProcessed, newNonce, newPaymentReference, paymentsOf } from './store.ts'

/**
 * Pays for an order from a wallet: sets the money aside and writes a payment that is whole at once.
 * @throws NotEnough when the wallet does not hold that much; the transaction must be given up
 */
export async function holdFromWallet(tx: Tx, it: FromWallet): Promise<void> {
  const paymentId = await payFromHold(tx, it)
  await post(tx, heldFromWallet({ paymentId, ...it }))
}

interface FromWallet {
  readonly orderId: string
  readonly userId: string
  readonly amountKobo: bigint
  readonly email: string
}

/** Pays for an order with money that its owner's wallet has set aside already. @returns the payment's id */
export async function payFromHold(tx: Tx, it: FromWallet): Promise<string> {
  const { id } = await tx
    .insertInto('payments')
    .values({
      order_id: it.orderId,
      user_id: it.userId,
      reference: newPaymentReference(),
      gateway: 'wallet',
      method: 'WALLET',
      state: 'succeeded',
      amount_kobo: it.amountKobo,
      paid_kobo: it.amountKobo,
      paid_currency: 'NGN',
      fee_kobo: 0n,
      email: it.email,
      // Nobody comes back from a checkout with it.
      nonce_hash: hashOf(newNonce()),
      expires_at: inSeconds(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The order is being sent: what a wallet set aside for it is spent. Once, however often it is sent. */
export async function spendHold(tx: Tx, orderId: string): Promise<void> {
  const payment = (await paymentsOf(tx, orderId)).find(isFromWallet)
  if (payment) await post(tx, holdCaptured({ paymentId: payment.id, ...holding(payment) }))
}

/** Money of a wallet order goes back into the wallet, in the transaction that knows it is due. */
export async function returnToWallet(
  onPaid: OnPaid,
  tx: Tx,
  payment: Payment,
  it: { cause: RefundCause; amountKobo: bigint },
): Promise<void> {
  const refundId = await insertProcessed(tx, payment, it)
  if (!refundId) return
  const spent = await postedEntry(tx, captureEvent(payment.id))
  await post(
    tx,
    returnedToWallet({
      refundId,
      ...holding(payment),
      amountKobo: it.amountKobo,
      from: spent ? 'order' : 'hold',
    }),
  )
  await onPaid.refundMoved(tx, payment.order_id, {
    ...it,
    refundId,
    state: 'processed',
    route: refundRoutes.wallet,
  })
}

const isFromWallet = (payment: Payment): boolean =>
  payment.gateway === 'wallet' && payment.state === 'succeeded'

function holding(payment: Payment) {
  if (!payment.user_id) throw new Error(`Payment ${payment.id} is from nobody's wallet`)
  return { orderId: payment.order_id, userId: payment.user_id, amountKobo: payment.amount_kobo }
}
