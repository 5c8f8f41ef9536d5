import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { GatewayName, PaymentMethod } from '../../shared/payments.ts'
import type { Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import type { Checkout } from './gateway.ts'
import { gatewayOf, type PaymentParts } from './parts.ts'
import { isOpen, isPaid, type Payment, paymentLifeSeconds } from './payment.ts'
import { settle } from './settle.ts'
import { inSeconds, lockPayment, paymentById, paymentsOf } from './store.ts'

export interface PaymentIntent {
  readonly orderId: string
  readonly orderReference: string
  readonly gateway: GatewayName
  readonly method: PaymentMethod
  readonly amountKobo: bigint
  readonly email: string
  readonly description: string
  /** Where the gateway sends the customer back; the nonce is added. */
  readonly returnUrl: string
  readonly cancelUrl: string
}

/** Where the order says, inside the transaction, that it may be paid and now waits for the money. */
export type Await = (tx: Tx) => Promise<void>

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

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
  await clearEarlier(parts, intent)
  const nonce = randomBytes(24).toString('base64url')
  const { payment, mine } = await parts.db.inTransaction((tx) =>
    insertPayment(parts, tx, intent, nonce, awaitPayment),
  )
  if (!mine) return checkoutOf(parts, payment)
  const checkout = await gateway.open({
    reference: payment.reference,
    amountKobo: payment.amount_kobo,
    email: payment.email,
    method: payment.method,
    returnUrl: `${intent.returnUrl}?n=${nonce}`,
    cancelUrl: intent.cancelUrl,
    description: intent.description,
    orderReference: intent.orderReference,
  })
  await parts.db.inTransaction((tx) => recordCheckout(tx, payment.id, checkout))
  if (checkout.is === 'opened') return checkout.checkoutUrl
  throw new Refused(
    checkout.is === 'refused' && checkout.because === 'method' ? 'METHOD_UNAVAILABLE' : 'GATEWAY_UNAVAILABLE',
  )
}

/**
 * "Pay again" is never offered while an earlier payment is unclear: the gateway is asked about it
 * first. A checkout that was declined there is over, so the next press gets a new one.
 */
async function clearEarlier(parts: PaymentParts, intent: PaymentIntent): Promise<void> {
  for (const earlier of await paymentsOf(parts.db.q, intent.orderId)) {
    if (!isOpen(earlier.state)) continue
    if (!earlier.checkout_url) {
      if (earlier.failed_because !== null) await giveUpUnopened(parts, earlier)
      continue
    }
    const now = await settle(parts, earlier.id)
    if (isPaid(now.state)) throw new Refused('ORDER_PAID')
    const unclear = isOpen(now.state) && !untouched.has(now.failed_because ?? '')
    if (unclear && !isSame(now, intent)) throw new Refused('PAYMENT_PENDING')
  }
}

/** The same wish to pay: it gets the same checkout. */
const isSame = (payment: Payment, intent: PaymentIntent): boolean =>
  payment.method === intent.method && payment.gateway === intent.gateway && payment.email === intent.email

/** The customer has not begun to pay there: opening another way costs nothing. */
const untouched = new Set(['abandoned', 'not_found'])

async function insertPayment(
  parts: PaymentParts,
  tx: Tx,
  intent: PaymentIntent,
  nonce: string,
  awaitPayment: Await,
): Promise<{ payment: Payment; mine: boolean }> {
  await parts.onPaid.lock(tx, intent.orderId)
  await awaitPayment(tx)
  const same = (await paymentsOf(tx, intent.orderId)).find((it) => isOpen(it.state) && isSame(it, intent))
  if (same) return { payment: same, mine: false }
  const payment = await tx
    .insertInto('payments')
    .values({
      order_id: intent.orderId,
      reference: `SW-${randomBytes(15).toString('hex').toUpperCase()}`,
      gateway: intent.gateway,
      method: intent.method,
      state: 'created',
      amount_kobo: intent.amountKobo,
      email: intent.email,
      nonce_hash: hashOf(nonce),
      due_at: inSeconds(15),
      expires_at: inSeconds(paymentLifeSeconds),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { payment, mine: true }
}

async function recordCheckout(tx: Tx, id: string, checkout: Checkout): Promise<void> {
  const payment = await lockPayment(tx, id)
  if (payment.state !== 'created') return
  const values =
    checkout.is === 'opened'
      ? {
          state: 'initialised' as const,
          checkout_url: checkout.checkoutUrl,
          gateway_reference: checkout.gatewayReference ?? null,
        }
      : checkout.is === 'refused'
        ? { state: 'failed' as const, failed_because: checkout.because, due_at: null }
        : { failed_because: checkout.because }
  await tx.updateTable('payments').set(values).where('id', '=', id).execute()
}

/** The address of a checkout that another press is opening at this moment, or opened before. */
async function checkoutOf(parts: PaymentParts, payment: Payment): Promise<string> {
  const deadline = Date.now() + 8_000
  let seen: Payment | undefined = payment
  while (seen && !seen.checkout_url && isOpen(seen.state) && Date.now() < deadline) {
    await pause(150)
    seen = await paymentById(parts.db.q, payment.id)
  }
  if (seen?.checkout_url && isOpen(seen.state)) return seen.checkout_url
  if (seen && isOpen(seen.state)) await giveUpUnopened(parts, seen)
  throw new Refused('GATEWAY_UNAVAILABLE')
}

/** A checkout whose opening was lost: nobody has its address, so once the gateway says so it is given up. */
async function giveUpUnopened(parts: PaymentParts, payment: Payment): Promise<void> {
  const truth = await gatewayOf(parts, payment.gateway).verify(payment.reference)
  if (truth.is !== 'not_found' && !(truth.is === 'pending' && truth.because === 'abandoned')) return
  await parts.db.q
    .updateTable('payments')
    .set({ state: 'failed', failed_because: 'never_opened', due_at: null })
    .where('id', '=', payment.id)
    .where('state', '=', 'created')
    .execute()
}
