import type { z } from 'zod/mini'
import type { initiateCardPayment } from '../../shared/cards.ts'
import { paymentForOf, type VendorName } from '../../shared/constants.ts'
import { detailsPage } from '../../shared/pages.ts'
import type { GatewayName, initiatePayment } from '../../shared/payments.ts'
import { inSeconds } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { type Await, cardOf, openCheckout } from '../payments/index.ts'
import { isOwner, type Reader } from './access.ts'
import { isOwed, lapseSeconds, type Order } from './order.ts'
import { type PurchaseParts, productOf } from './parts.ts'
import { orFollow, payByCard, payFromWallet } from './pay-own.ts'
import { ownerPaying, type Payer, payerBehind } from './payer.ts'
import { refuseUnlessOn } from './service.ts'
import { lockOrder, saveOrder } from './store.ts'

type Wish = z.infer<typeof initiatePayment.body>
type CardWish = z.infer<typeof initiateCardPayment.body>

export interface PayParts extends PurchaseParts {
  /** Origin of our pages. */
  readonly appUrl: string
  /** Given to the gateway for a guest without e-mail. */
  readonly guestEmail: string
}

/**
 * Opens a payment of a stored order. What is charged is read from the order; figures that the browser
 * sent and that differ are refused, never obeyed. Anybody may pay with their own money; where the news of
 * an order goes is for its owner to say, and only its owner pays from a wallet or by a saved card.
 * @returns where to pay, or where to follow an order that is paid
 */
export async function payFor(parts: PayParts, order: Order, wish: Wish, reader: Reader): Promise<string> {
  const payer = await payerBehind(parts.db, reader)
  if (wish.payment_method === 'WALLET' || wish.payment_method === 'SAVED_CARD') {
    const owner = ownerPaying(payer, wish.payment_method)
    refuseStranger(order, reader)
    return orFollow(parts, order, { userId: owner.userId, method: 'WALLET' }, async () => {
      await refuseUnless(parts, order, wish)
      return payFromWallet(parts, order, owner, waitFor(order, wish, reader, owner))
    })
  }
  await refuseUnless(parts, order, wish)
  const gateway = (await parts.settings.get('payment_gateway')) as GatewayName
  return openCheckout(
    parts.payments,
    {
      orderId: order.id,
      orderReference: order.reference,
      gateway,
      method: wish.payment_method,
      amountKobo: order.total_kobo,
      email: wish.email ?? payer?.email ?? ownMail(order, reader) ?? parts.guestEmail,
      userId: payer?.userId ?? null,
      saveCard: wish.payment_method === 'CARD' && wish.save_card === true && payer?.verified === true,
      description: describe(order),
      returnUrl: `${parts.appUrl}/payments/callback/${gateway}`,
      cancelUrl: cancelUrl(parts, order),
    },
    waitFor(order, wish, reader, null),
  )
}

/**
 * Pays for an order by a card that its owner saved.
 * @returns our process page, or the gateway's page for a second step
 */
export async function payForByCard(
  parts: PayParts,
  order: Order,
  wish: CardWish,
  reader: Reader,
): Promise<string> {
  const payer = await payerBehind(parts.db, reader)
  const card = payer && (await cardOf(parts.db.q, payer.userId, wish.payment_card_id))
  if (!card) throw new Refused('NOT_FOUND', { field: 'payment_card_id' })
  refuseStranger(order, reader)
  return orFollow(parts, order, { userId: payer.userId, method: 'SAVED_CARD' }, async () => {
    await refuseUnless(parts, order, wish)
    return payByCard(parts, order, card, {
      awaitPayment: waitFor(order, wish, reader, payer),
      description: describe(order),
      cancelUrl: cancelUrl(parts, order),
    })
  })
}

/** The address that the order was made with; a stranger's checkout does not show it. */
const ownMail = (order: Order, reader: Reader): string | null => (isOwner(order, reader) ? order.email : null)

const describe = (order: Order): string => `${order.service} ${order.beneficiary}`
const cancelUrl = (parts: PayParts, order: Order): string =>
  `${parts.appUrl}${detailsPage(order.service, order.reference)}`

/** Another's order answers like one that is not there. */
function refuseStranger(order: Order, reader: Reader): void {
  if (!isOwner(order, reader)) throw new Refused('NOT_FOUND')
}

/** Says in the payment's own transaction that the order now waits for money. `owner`: whose order it then is. */
const waitFor =
  (order: Order, wish: Pick<Wish, 'email'>, reader: Reader, owner: Payer | null): Await =>
  async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    refuseUnpayable(fresh)
    const typed = wish.email && mayDirect(fresh, reader) ? wish.email : null
    await saveOrder(tx, fresh, {
      state: 'awaiting_payment',
      due_at: inSeconds(lapseSeconds),
      email: typed ?? fresh.email ?? owner?.email ?? null,
      ...(owner ? { user_id: fresh.user_id ?? owner.userId } : {}),
    })
  }

/** The mail carries the token and the order's key: only its owner says where it goes, or whoever comes first when it has none. */
const mayDirect = (order: Order, reader: Reader): boolean =>
  isOwner(order, reader) || (order.session_hash === null && order.user_id === null && order.email === null)

function refuseUnpayable(order: Order): void {
  if (order.state === 'expired') throw new Refused('ORDER_EXPIRED')
  if (order.state === 'refunded') throw new Refused('REFUNDED')
  if (isOwed(order.state) || order.state === 'delivered') throw new Refused('ORDER_PAID')
}

const restart = 'Our supplier for this order has stopped. No money was taken. Please start again.'

async function refuseUnless(
  parts: PayParts,
  order: Order,
  wish: Pick<CardWish, 'service_id' | 'payment_for' | 'amount' | 'service_charge'>,
): Promise<void> {
  if (wish.service_id && wish.service_id !== order.reference) throw new Refused('NOT_FOUND')
  refuseUnpayable(order)
  if (wish.payment_for !== paymentForOf[order.service])
    throw new Refused('ORDER_CHANGED', { field: 'payment_for' })
  if (wish.amount !== order.total_kobo) throw new Refused('ORDER_CHANGED', { field: 'amount' })
  if (wish.service_charge !== undefined && wish.service_charge !== order.service_charge_kobo) {
    throw new Refused('ORDER_CHANGED', { field: 'service_charge' })
  }
  await refuseUnsold(parts, order)
}

/**
 * Asked before money is taken for a priced order: it is still sold as it was priced.
 * @throws Refused SERVICE_OFF, ORDER_CHANGED
 */
export async function refuseUnsold(parts: PurchaseParts, order: Order): Promise<void> {
  await refuseUnlessOn(parts, order.service)
  // Its vendor was named at the lookup, and cannot deliver now: another lookup finds one that can.
  if (!(await parts.selling.mayVend(order.vendor as VendorName, order.service)))
    throw new Refused('ORDER_CHANGED', { field: 'order_reference', says: restart })
  await productOf(parts, order.service).refuseUnsellable(order)
}
