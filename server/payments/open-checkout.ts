import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderId, UserId } from '../../shared/ids.ts'
import type { GatewayName, PaymentMethod } from '../../shared/payments.ts'
import type { OrderReference } from '../../shared/references.ts'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { recordCardAttempt, throttleCardTesting } from './card-testing.ts'
import { createCheckout } from './create-checkout.ts'
import { gatewayOf, type PaymentDeps } from './deps.ts'
import {
  isOpen,
  isPaid,
  isPaymentOutcomeUnknown,
  type Payment,
  paymentMachine,
  type TopUp,
} from './payment.ts'
import {
  findPaymentById,
  listPayments,
  newNonce,
  newPaymentValues,
  type PaymentOrigin,
  savePayment,
} from './store.ts'
import { verifyPayment } from './verify-payment.ts'

export interface PaymentIntent {
  readonly orderId: OrderId
  readonly orderReference: OrderReference
  readonly gateway: GatewayName
  readonly method: PaymentMethod
  readonly amountKobo: bigint
  readonly email: string
  /** The signed-in user who pays; null for a guest. */
  readonly userId: UserId | null
  /** The user's e-mail is verified. */
  readonly isVerified: boolean
  readonly origin: PaymentOrigin
  /** Save the card when the payment succeeds: signed-in users only. */
  readonly saveCard: boolean
  readonly description: string
  /** Where the gateway returns the customer; the nonce is added. */
  readonly returnUrl: string
  readonly cancelUrl: string
}

/** Locks the order in the transaction, asserts that it is payable and marks it as awaiting payment. */
export type MarkAwaitingPayment = (tx: Tx) => Promise<void>

/**
 * Opens a hosted checkout for an order, or returns the open one for the same method.
 * @returns the checkout URL
 * @throws ApiError PAYMENT_PENDING, ORDER_PAID, METHOD_UNAVAILABLE, GATEWAY_UNAVAILABLE, TOO_MANY
 */
export async function openCheckout(
  deps: PaymentDeps,
  intent: PaymentIntent,
  markAwaitingPayment: MarkAwaitingPayment,
): Promise<string> {
  const gateway = deps.gateways[intent.gateway]
  if (
    !gateway?.capabilities.methods.includes(intent.method) ||
    intent.amountKobo < gateway.capabilities.minKobo
  ) {
    throw new ApiError('METHOD_UNAVAILABLE', { field: 'payment_method' })
  }
  if (intent.method === 'CARD') await throttleCardTesting(deps, { ...intent, card: null })
  await resolveEarlierPayments(deps, intent.orderId, (earlier) => isSame(earlier, intent))
  const nonce = newNonce()
  const { payment, isNew } = await deps.db.inTransaction((tx) =>
    insertPayment(tx, intent, nonce, markAwaitingPayment),
  )
  if (!isNew) return waitForCheckoutUrl(deps, payment)
  return createCheckout(deps, gateway, payment, { ...intent, nonce })
}

/**
 * Verifies earlier open payments of the order before a new one is created. A checkout that the gateway declined is
 * final, so the next submit gets a new one.
 * @throws ApiError ORDER_PAID; PAYMENT_PENDING while an earlier payment that is not the same has an unknown outcome
 */
export async function resolveEarlierPayments(
  deps: PaymentDeps,
  orderId: OrderId,
  isSame: (earlier: Payment) => boolean,
): Promise<void> {
  for (const earlier of await listPayments(deps.db.q, orderId))
    if (isOpen(earlier.state)) await resolveOpenPayment(deps, earlier, isSame)
}

async function resolveOpenPayment(
  deps: PaymentDeps,
  earlier: Payment,
  isSame: (earlier: Payment) => boolean,
): Promise<void> {
  if (!earlier.checkout_url && earlier.method !== 'SAVED_CARD') {
    if (earlier.failure_reason !== null) await failUnopened(deps, earlier)
    return
  }
  const verifiedPayment = await verifyPayment(deps, earlier)
  if (isPaid(verifiedPayment.state)) throw new ApiError('ORDER_PAID')
  if (isPaymentOutcomeUnknown(verifiedPayment) && !isSame(earlier)) throw new ApiError('PAYMENT_PENDING')
}

/** True for a retry of the same request, which gets the same checkout. A guest is identified by the browser session. */
const isSame = (payment: Payment, intent: PaymentIntent): boolean =>
  payment.method === intent.method &&
  payment.gateway === intent.gateway &&
  payment.email === intent.email &&
  payment.user_id === intent.userId &&
  (payment.user_id !== null || isSameSession(payment.session_hash, intent.origin.sessionHash))

const isSameSession = (first: Buffer | null, second: Buffer | null): boolean =>
  first === null || second === null ? first === second : Buffer.from(first).equals(second)

async function insertPayment(
  tx: Tx,
  intent: PaymentIntent,
  nonce: string,
  markAwaitingPayment: MarkAwaitingPayment,
): Promise<{ payment: Payment; isNew: boolean }> {
  await markAwaitingPayment(tx)
  const existing = (await listPayments(tx, intent.orderId)).find(
    (earlier) => isOpen(earlier.state) && isSame(earlier, intent),
  )
  if (existing) return { payment: await withSaveCard(tx, existing, intent.saveCard), isNew: false }
  const payment = await tx
    .insertInto('payments')
    .values({
      ...newPaymentValues(nonce),
      order_id: intent.orderId,
      user_id: intent.userId,
      gateway: intent.gateway,
      method: intent.method,
      amount_kobo: intent.amountKobo,
      email: intent.email,
      save_card: intent.saveCard,
      session_hash: intent.origin.sessionHash,
    })
    .returningAll()
    .$castTo<Payment>()
    .executeTakeFirstOrThrow()
  if (intent.method === 'CARD') await recordCardAttempt(tx, payment.id, { ...intent, card: null })
  return { payment, isNew: true }
}

/** Applies the latest `saveCard` choice to an open checkout. */
const withSaveCard = async (tx: Tx, payment: Payment, saveCard: boolean): Promise<Payment> =>
  payment.save_card === saveCard ? payment : savePayment(tx, payment, { save_card: saveCard })

/** Waits for the URL of a checkout that another request is creating or has created. */
async function waitForCheckoutUrl(deps: PaymentDeps, payment: Payment): Promise<string> {
  const timeoutAt = Date.now() + 8_000
  let current: Payment | TopUp | undefined = payment
  while (current && !current.checkout_url && isOpen(current.state) && Date.now() < timeoutAt) {
    await sleep(150)
    current = await findPaymentById(deps.db.q, payment.id)
  }
  if (current?.checkout_url && isOpen(current.state)) return current.checkout_url
  if (current && isOpen(current.state)) await failUnopened(deps, current)
  throw new ApiError('GATEWAY_UNAVAILABLE')
}

/** Fails a payment whose checkout URL was lost, once the gateway confirms that the customer has not paid. */
async function failUnopened(deps: PaymentDeps, payment: Payment | TopUp): Promise<void> {
  const status = await gatewayOf(deps, payment.gateway).verify(payment.reference)
  if (status.type !== 'not_found' && !(status.type === 'pending' && status.reason === 'abandoned')) return
  await paymentMachine.tryTransition(
    deps.db.q,
    { id: payment.id, state: 'created' },
    'failed',
    { failure_reason: 'never_opened', due_at: null },
    { event: 'gateway.checkout_unopened' },
  )
}
