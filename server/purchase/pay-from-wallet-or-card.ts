import type { OrderId, UserId } from '../../shared/ids.ts'
import { payerOrderPageUrl, processPageUrl } from '../../shared/pages.ts'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { InsufficientBalance } from '../ledger/index.ts'
import {
  type Card,
  chargeCard,
  createWalletPayment,
  holdWalletPayment,
  listPayments,
  type MarkAwaitingPayment,
  type PaymentOrigin,
  resolveEarlierPayments,
} from '../payments/index.ts'
import { type Order, orderMachine } from './order.ts'
import type { PayDeps } from './pay.ts'
import type { Payer } from './payer.ts'
import { lockOrder } from './store.ts'

/** The process page of the owner's order; for the payer of a payment request, the page without its token. */
const processUrl = (deps: PayDeps, order: Order): string =>
  `${deps.appUrl}${order.payment_request_id ? payerOrderPageUrl(order.reference) : processPageUrl(order.service, order.reference, order.access_token)}`

/**
 * Pays for an order from its owner's wallet: holds the amount and marks the order paid, in one transaction.
 * @returns our process page
 * @throws ApiError WALLET_TOO_LOW, ORDER_PAID, PAYMENT_PENDING
 */
export async function payFromWallet(
  deps: PayDeps,
  order: Order,
  payer: Payer,
  markAwaitingPayment: MarkAwaitingPayment,
): Promise<string> {
  const { payments, db } = deps
  await resolveEarlierPayments(payments, order.id, () => false)
  try {
    await db.inTransaction(async (tx) => {
      await markAwaitingPayment(tx)
      await holdWalletPayment(tx, {
        orderId: order.id,
        userId: payer.userId,
        amountKobo: order.total_kobo,
        email: payer.email,
      })
      const acceptance = await payments.paymentEvents.onPaid(tx, order.id)
      if (acceptance.type === 'rejected') throw new ApiError('ORDER_PAID')
    })
  } catch (error) {
    if (error instanceof InsufficientBalance)
      throw new ApiError('WALLET_TOO_LOW', { field: 'payment_method' })
    throw error
  }
  payments.scheduleOrder({ id: order.id })
  return processUrl(deps, order)
}

/**
 * Pays for a quoted order from money reserved for several orders, in the caller's transaction. The order processor
 * advances it afterwards. Sends no e-mail.
 * @throws ApiError ORDER_PAID for an order that is no longer quoted, or not the payer's
 */
export async function payFromReservation(
  { payments }: Pick<PayDeps, 'payments'>,
  tx: Tx,
  orderId: OrderId,
  payer: Pick<Payer, 'userId' | 'email'>,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order.state !== 'quoted' || order.user_id !== payer.userId) throw new ApiError('ORDER_PAID')
  await orderMachine.transition(tx, order, 'awaiting_payment', {}, { event: 'customer.payment_started' })
  await createWalletPayment(tx, {
    orderId,
    userId: payer.userId,
    amountKobo: order.total_kobo,
    email: payer.email,
  })
  const acceptance = await payments.paymentEvents.onPaid(tx, orderId)
  if (acceptance.type === 'rejected') throw new ApiError('ORDER_PAID')
}

/**
 * Charges a card that the owner of an order saved.
 * @returns our process page, or the gateway's page where the charge must be confirmed
 * @throws ApiError as `chargeCard` does
 */
export async function payByCard(
  deps: PayDeps,
  order: Order,
  card: Card,
  options: {
    awaitPayment: MarkAwaitingPayment
    origin: PaymentOrigin
    description: string
    cancelUrl: string
  },
): Promise<string> {
  const { stepUpUrl } = await chargeCard(deps.payments, {
    card,
    origin: options.origin,
    amountKobo: order.total_kobo,
    description: options.description,
    for: {
      type: 'order',
      id: order.id,
      reference: order.reference,
      markAwaitingPayment: options.awaitPayment,
    },
    returnUrl: `${deps.appUrl}/payments/callback/${card.gateway}`,
    cancelUrl: options.cancelUrl,
  })
  return stepUpUrl ?? processUrl(deps, order)
}

/**
 * Handles a repeated submit: an order that this user already paid by this method leads to the process page.
 * @throws the original error in every other case
 */
export async function payUnlessAlreadyPaid(
  deps: PayDeps,
  order: Order,
  attempt: { userId: UserId; method: 'WALLET' | 'SAVED_CARD' },
  pay: () => Promise<string>,
): Promise<string> {
  try {
    return await pay()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ORDER_PAID') throw error
    const isPaid = (await listPayments(deps.db.q, order.id)).some(
      (payment) =>
        payment.state === 'succeeded' &&
        payment.user_id === attempt.userId &&
        payment.method === attempt.method,
    )
    if (!isPaid) throw error
    return processUrl(deps, order)
  }
}
