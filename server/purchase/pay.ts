import type { z } from 'zod/mini'
import { isActive, paymentForOf } from '../../shared/constants.ts'
import { detailsPage } from '../../shared/pages.ts'
import type { GatewayName, initiatePayment } from '../../shared/payments.ts'
import { Refused } from '../http/index.ts'
import { openCheckout } from '../payments/index.ts'
import { isOwner, type Reader } from './access.ts'
import { isOwed, lapseSeconds, type Order } from './order.ts'
import type { PurchaseParts } from './parts.ts'
import { inSeconds, lockOrder, saveOrder } from './store.ts'

type Wish = z.infer<typeof initiatePayment.body>

export interface PayParts extends PurchaseParts {
  /** Origin of our pages. */
  readonly appUrl: string
  /** Given to the gateway for a guest without e-mail. */
  readonly guestEmail: string
}

/**
 * Opens a payment of a stored order. What is charged is read from the order; figures that the browser
 * sent and that differ are refused, never obeyed. Anybody may pay; where the news of an order goes is
 * for its owner to say.
 * @returns where to pay
 */
export async function payFor(parts: PayParts, order: Order, wish: Wish, reader: Reader): Promise<string> {
  refuseUnless(order, wish)
  const settings = parts.settings
  if (!isActive(await settings.get(`${order.service}_status`))) throw new Refused('SERVICE_OFF')
  const gateway = (await settings.get('payment_gateway')) as GatewayName
  return openCheckout(
    parts.payments,
    {
      orderId: order.id,
      orderReference: order.reference,
      gateway,
      method: wish.payment_method,
      amountKobo: order.total_kobo,
      email: wish.email ?? parts.guestEmail,
      description: `${order.service} ${order.beneficiary}`,
      returnUrl: `${parts.appUrl}/payments/callback/${gateway}`,
      cancelUrl: `${parts.appUrl}${detailsPage(order.service, order.reference)}`,
    },
    async (tx) => {
      const fresh = await lockOrder(tx, order.id)
      refuseUnpayable(fresh)
      await saveOrder(tx, fresh, {
        state: 'awaiting_payment',
        due_at: inSeconds(lapseSeconds),
        ...(wish.email && mayDirect(fresh, reader) ? { email: wish.email } : {}),
      })
    },
  )
}

/** The mail carries the token and the order's key: only its owner says where it goes, or whoever comes first when it has none. */
const mayDirect = (order: Order, reader: Reader): boolean =>
  isOwner(order, reader) || (order.session_hash === null && order.user_id === null && order.email === null)

function refuseUnpayable(order: Order): void {
  if (order.state === 'expired') throw new Refused('ORDER_EXPIRED')
  if (order.state === 'refunded') throw new Refused('REFUNDED')
  if (isOwed(order.state) || order.state === 'delivered') throw new Refused('ORDER_PAID')
}

function refuseUnless(order: Order, wish: Wish): void {
  if (wish.service_id && wish.service_id !== order.reference) throw new Refused('NOT_FOUND')
  refuseUnpayable(order)
  if (wish.payment_for !== paymentForOf[order.service])
    throw new Refused('ORDER_CHANGED', { field: 'payment_for' })
  if (wish.amount !== order.total_kobo) throw new Refused('ORDER_CHANGED', { field: 'amount' })
  if (wish.service_charge !== undefined && wish.service_charge !== order.service_charge_kobo) {
    throw new Refused('ORDER_CHANGED', { field: 'service_charge' })
  }
  if (wish.payment_method === 'WALLET' || wish.payment_method === 'SAVED_CARD') {
    throw new Refused(order.user_id ? 'METHOD_UNAVAILABLE' : 'SIGN_IN', { field: 'payment_method' })
  }
}
