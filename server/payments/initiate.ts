import { setTimeout as pause } from 'node:timers/promises'
import type { GatewayName, PaymentMethod } from '../../shared/payments.ts'
import type { Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { sendToCheckout } from './checkout.ts'
import { gatewayOf, type PaymentParts } from './parts.ts'
import { isOpen, isPaid, isUnclear, type Payment, type TopUp } from './payment.ts'
import { settle } from './settle.ts'
import { newNonce, newTry, paymentById, paymentsOf, savePayment } from './store.ts'

export interface PaymentIntent {
  readonly orderId: string
  readonly orderReference: string
  readonly gateway: GatewayName
  readonly method: PaymentMethod
  readonly amountKobo: bigint
  readonly email: string
  /** Who pays, when they are signed in. */
  readonly userId: string | null
  /** Keep the card when it succeeds: only for somebody who is signed in. */
  readonly saveCard: boolean
  readonly description: string
  /** Where the gateway sends the customer back; the nonce is added. */
  readonly returnUrl: string
  readonly cancelUrl: string
}

/** Where the order, locked from then on, says inside the transaction that it may be paid and now waits for the money. */
export type Await = (tx: Tx) => Promise<void>

/**
 * Opens a hosted checkout for an order, or hands out the one that is open for the same method.
 * @returns the address to pay at
 * @throws Refused PAYMENT_PENDING, ORDER_PAID, METHOD_UNAVAILABLE, GATEWAY_UNAVAILABLE
 */
export async function openCheckout(
  parts: PaymentParts,
  intent: PaymentIntent,
  awaitPayment: Await,
): Promise<string> {
  const gateway = parts.gateways[intent.gateway]
  if (!gateway?.can.methods.includes(intent.method) || intent.amountKobo < gateway.can.minKobo) {
    throw new Refused('METHOD_UNAVAILABLE', { field: 'payment_method' })
  }
  await clearEarlier(parts, intent.orderId, (earlier) => isSame(earlier, intent))
  const nonce = newNonce()
  const { payment, mine } = await parts.db.inTransaction((tx) =>
    insertPayment(tx, intent, nonce, awaitPayment),
  )
  if (!mine) return checkoutOf(parts, payment)
  return sendToCheckout(parts, gateway, payment, { ...intent, nonce })
}

/**
 * "Pay again" is never offered while an earlier payment is unclear: the gateway is asked about it
 * first. A checkout that was declined there is over, so the next press gets a new one.
 */
export async function clearEarlier(
  parts: PaymentParts,
  orderId: string,
  isSame: (earlier: Payment) => boolean,
): Promise<void> {
  for (const earlier of await paymentsOf(parts.db.q, orderId)) {
    if (!isOpen(earlier.state)) continue
    if (!earlier.checkout_url && earlier.method !== 'SAVED_CARD') {
      if (earlier.failed_because !== null) await giveUpUnopened(parts, earlier)
      continue
    }
    const now = await settle(parts, earlier)
    if (isPaid(now.state)) throw new Refused('ORDER_PAID')
    if (isUnclear(now) && !isSame(earlier)) throw new Refused('PAYMENT_PENDING')
  }
}

/** The same wish to pay: it gets the same checkout. */
const isSame = (payment: Payment, intent: PaymentIntent): boolean =>
  payment.method === intent.method &&
  payment.gateway === intent.gateway &&
  payment.email === intent.email &&
  payment.user_id === intent.userId

async function insertPayment(
  tx: Tx,
  intent: PaymentIntent,
  nonce: string,
  awaitPayment: Await,
): Promise<{ payment: Payment; mine: boolean }> {
  await awaitPayment(tx)
  const same = (await paymentsOf(tx, intent.orderId)).find((it) => isOpen(it.state) && isSame(it, intent))
  if (same) return { payment: await tickedAs(tx, same, intent.saveCard), mine: false }
  const payment = await tx
    .insertInto('payments')
    .values({
      ...newTry(nonce),
      order_id: intent.orderId,
      user_id: intent.userId,
      gateway: intent.gateway,
      method: intent.method,
      amount_kobo: intent.amountKobo,
      email: intent.email,
      save_card: intent.saveCard,
    })
    .returningAll()
    .$castTo<Payment>()
    .executeTakeFirstOrThrow()
  return { payment, mine: true }
}

/** An open checkout keeps the card or not as the last press said. */
const tickedAs = async (tx: Tx, payment: Payment, saveCard: boolean): Promise<Payment> =>
  payment.save_card === saveCard ? payment : savePayment(tx, payment, { save_card: saveCard })

/** The address of a checkout that another press is opening at this moment, or opened before. */
async function checkoutOf(parts: PaymentParts, payment: Payment): Promise<string> {
  const deadline = Date.now() + 8_000
  let seen: Payment | TopUp | undefined = payment
  while (seen && !seen.checkout_url && isOpen(seen.state) && Date.now() < deadline) {
    await pause(150)
    seen = await paymentById(parts.db.q, payment.id)
  }
  if (seen?.checkout_url && isOpen(seen.state)) return seen.checkout_url
  if (seen && isOpen(seen.state)) await giveUpUnopened(parts, seen)
  throw new Refused('GATEWAY_UNAVAILABLE')
}

/** A checkout whose opening was lost: nobody has its address, so once the gateway says so it is given up. */
async function giveUpUnopened(parts: PaymentParts, payment: Payment | TopUp): Promise<void> {
  const truth = await gatewayOf(parts, payment.gateway).verify(payment.reference)
  if (truth.is !== 'not_found' && !(truth.is === 'pending' && truth.because === 'abandoned')) return
  await parts.db.q
    .updateTable('payments')
    .set({ state: 'failed', failed_because: 'never_opened', due_at: null })
    .where('id', '=', payment.id)
    .where('state', '=', 'created')
    .execute()
}
