import { processPage } from '../../shared/pages.ts'
import type { Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { NotEnough } from '../ledger/index.ts'
import {
  type Await,
  type Card,
  chargeCard,
  clearEarlier,
  holdFromWallet,
  payFromHold,
  paymentsOf,
} from '../payments/index.ts'
import type { Order } from './order.ts'
import type { PayParts } from './pay.ts'
import type { Payer } from './payer.ts'
import { lockOrder, saveOrder } from './store.ts'

/** The page that follows an order of somebody's own. */
const processUrl = (parts: PayParts, order: Order): string =>
  `${parts.appUrl}${processPage(order.service, order.reference, order.access_token)}`

/**
 * Pays for an order from its owner's wallet: the money is set aside and the order is paid, together.
 * @returns our process page
 * @throws Refused WALLET_TOO_LOW, ORDER_PAID, PAYMENT_PENDING
 */
export async function payFromWallet(
  parts: PayParts,
  order: Order,
  payer: Payer,
  awaitPayment: Await,
): Promise<string> {
  const { payments, db } = parts
  await clearEarlier(payments, order.id, () => false)
  try {
    await db.inTransaction(async (tx) => {
      await awaitPayment(tx)
      await holdFromWallet(tx, {
        orderId: order.id,
        userId: payer.userId,
        amountKobo: order.total_kobo,
        email: payer.email,
      })
      const taken = await payments.onPaid.take(tx, order.id)
      if (taken.is === 'refused') throw new Refused('ORDER_PAID')
    })
  } catch (error) {
    if (error instanceof NotEnough) throw new Refused('WALLET_TOO_LOW', { field: 'payment_method' })
    throw error
  }
  payments.wakeOrder(order.id)
  return processUrl(parts, order)
}

/**
 * Pays for an order that nobody has begun to pay, with money that was set aside for it and others together, in
 * the caller's transaction. The engine brings it on afterwards. No mail goes out for it.
 * @throws Refused ORDER_PAID for one that is not as it was priced
 */
export async function payFromSetAside(
  { payments }: Pick<PayParts, 'payments'>,
  tx: Tx,
  orderId: string,
  payer: Pick<Payer, 'userId' | 'email'>,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order.state !== 'quoted' || order.user_id !== payer.userId) throw new Refused('ORDER_PAID')
  await saveOrder(tx, order, { state: 'awaiting_payment' })
  await payFromHold(tx, {
    orderId,
    userId: payer.userId,
    amountKobo: order.total_kobo,
    email: payer.email,
  })
  const taken = await payments.onPaid.take(tx, orderId)
  if (taken.is === 'refused') throw new Refused('ORDER_PAID')
}

/**
 * Charges a saved card of its owner for an order.
 * @returns our process page, or the gateway's page where the charge must be confirmed
 * @throws Refused as `chargeCard` does
 */
export async function payByCard(
  parts: PayParts,
  order: Order,
  card: Card,
  it: { awaitPayment: Await; description: string; cancelUrl: string },
): Promise<string> {
  const { stepUpUrl } = await chargeCard(parts.payments, {
    card,
    amountKobo: order.total_kobo,
    description: it.description,
    for: { is: 'order', id: order.id, reference: order.reference, awaitPayment: it.awaitPayment },
    returnUrl: `${parts.appUrl}/payments/callback/${card.gateway}`,
    cancelUrl: it.cancelUrl,
  })
  return stepUpUrl ?? processUrl(parts, order)
}

/**
 * The same press once more: an order that this person paid in this very way is followed, not refused.
 * @throws the error when it is anything else
 */
export async function orFollow(
  parts: PayParts,
  order: Order,
  by: { userId: string; method: 'WALLET' | 'SAVED_CARD' },
  pay: () => Promise<string>,
): Promise<string> {
  try {
    return await pay()
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'ORDER_PAID') throw error
    const paid = (await paymentsOf(parts.db.q, order.id)).some(
      (it) => it.state === 'succeeded' && it.user_id === by.userId && it.method === by.method,
    )
    if (!paid) throw error
    return processUrl(parts, order)
  }
}
