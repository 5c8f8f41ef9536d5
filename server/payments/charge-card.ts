import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '../database/index.ts'
import { startTimer } from '../elapsed-time.ts'
import { ApiError } from '../http/index.ts'
import { lockWalletOwner } from '../ledger/index.ts'
import { recordCardAttempt, recordDecline, throttleCardTesting } from './card-testing.ts'
import { type Card, decryptCardToken } from './cards.ts'
import type { PaymentDeps } from './deps.ts'
import type { ChargeResult, Gateway } from './gateway.ts'
import { type MarkAwaitingPayment, resolveEarlierPayments } from './open-checkout.ts'
import { isOpen, isPaid, type Payment, paymentMachine, type TopUp } from './payment.ts'
import { findPaymentById, newNonce, newPaymentValues, type PaymentOrigin } from './store.ts'
import { verifyPayment } from './verify-payment.ts'

/** The gateway call starts within this time after the commit, or not at all. */
const maxDispatchDelayMs = 10_000

/** A charge of a saved card: for a payable order, or for a top-up of its owner's wallet. */
export interface CardIntent {
  readonly card: Card
  readonly origin: PaymentOrigin
  readonly amountKobo: bigint
  readonly description: string
  readonly for:
    | {
        readonly type: 'order'
        readonly id: string
        readonly reference: string
        readonly markAwaitingPayment: MarkAwaitingPayment
      }
    /** `id` of the payment, equal for every retry of one submit. For orders, the order's state prevents duplicates. */
    | { readonly type: 'wallet_topup'; readonly id: string }
  /** Where the gateway returns the customer after the second step; the nonce is added. */
  readonly returnUrl: string
  readonly cancelUrl: string
}

/** The result of a charge: `stepUpUrl` is where the customer must confirm it, null when no confirmation is needed. */
export interface CardChargeResult {
  readonly payment: Payment | TopUp
  readonly stepUpUrl: string | null
}

/**
 * Charges a saved card once, at the gateway that issued its token. The intent is committed first; if the response is
 * lost, the payment is verified and the card is not charged again. While the result is unknown the payment is open.
 * @throws ApiError METHOD_UNAVAILABLE, ORDER_PAID, PAYMENT_PENDING, PAYMENT_FAILED, PAYMENT_MISMATCH, NOT_FOUND
 */
export async function chargeCard(deps: PaymentDeps, intent: CardIntent): Promise<CardChargeResult> {
  const gateway = deps.gateways[intent.card.gateway]
  if (!gateway?.capabilities.savedCards || intent.amountKobo < gateway.capabilities.minKobo) {
    throw new ApiError('METHOD_UNAVAILABLE', { field: 'payment_method' })
  }
  const { card, origin } = intent
  await throttleCardTesting(deps, { origin, card: card.signature, userId: card.user_id, isVerified: true })
  if (intent.for.type === 'order') {
    await resolveEarlierPayments(deps, intent.for.id, (earlier) => earlier.card_id === intent.card.id)
  }
  const nonce = newNonce()
  const elapsedMs = startTimer()
  const { payment, isNew } = await deps.db.inTransaction((tx) => insertCharge(tx, intent, nonce))
  if (!isNew) return toChargeResult(await waitForOutcome(deps, payment))
  // A process suspended since the commit does not charge: the payment may have failed as never received since.
  if (elapsedMs() > maxDispatchDelayMs) return toChargeResult(await failUnsentCharge(deps, payment))
  const charge = await gateway.chargeSavedCard({
    token: decryptCardToken(deps.secrets, intent.card),
    reference: payment.reference,
    amountKobo: payment.amount_kobo,
    email: payment.email,
    description: intent.description,
    orderReference: intent.for.type === 'order' ? intent.for.reference : payment.reference,
    returnUrl: `${intent.returnUrl}?n=${nonce}`,
    cancelUrl: intent.cancelUrl,
  })
  return toChargeResult(await applyCharge(deps, gateway, payment, charge))
}

/** Creates the payment, or returns the open charge of this card for the same purpose: a retry of the same submit. */
async function insertCharge(
  tx: Tx,
  intent: CardIntent,
  nonce: string,
): Promise<{ payment: Payment | TopUp; isNew: boolean }> {
  const { card } = intent
  const order = intent.for.type === 'order' ? intent.for : null
  const id = intent.for.type === 'order' ? randomUUID() : intent.for.id
  if (order) await order.markAwaitingPayment(tx)
  // Closing the account locks the owner before the cards as well.
  await lockWalletOwner(tx, card.user_id)
  // Locks the card: one charge at a time, and none after deletion.
  const activeCard = await tx
    .selectFrom('payment_cards')
    .select('id')
    .where('id', '=', card.id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!activeCard) throw new ApiError('NOT_FOUND')
  const existing = await tx
    .selectFrom('payments')
    .selectAll()
    .where('card_id', '=', card.id)
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb.and([
          eb('state', 'in', ['created', 'initialised', 'pending']),
          eb('amount_kobo', '=', intent.amountKobo),
          order
            ? eb('order_id', '=', order.id)
            : eb.and([eb('order_id', 'is', null), eb('expires_at', '>', sql<Date>`app_now()`)]),
        ]),
      ]),
    )
    .$castTo<Payment | TopUp>()
    .executeTakeFirst()
  if (existing) return { payment: existing, isNew: false }
  const payment = await tx
    .insertInto('payments')
    .values({
      ...newPaymentValues(nonce),
      id,
      purpose: intent.for.type,
      order_id: order?.id ?? null,
      user_id: card.user_id,
      card_id: card.id,
      gateway: card.gateway,
      method: 'SAVED_CARD',
      amount_kobo: intent.amountKobo,
      email: card.email,
      session_hash: intent.origin.sessionHash,
    })
    .returningAll()
    .$castTo<Payment | TopUp>()
    .executeTakeFirstOrThrow()
  await recordCardAttempt(tx, payment.id, { origin: intent.origin, card: card.signature })
  return { payment, isNew: true }
}

async function applyCharge(
  deps: PaymentDeps,
  gateway: Gateway,
  payment: Payment | TopUp,
  charge: ChargeResult,
): Promise<Payment | TopUp> {
  switch (charge.type) {
    case 'step_up':
      return ifCreated(deps, payment, (tx, created) =>
        paymentMachine.transition(
          tx,
          created,
          'initialised',
          { checkout_url: charge.checkoutUrl },
          {
            event: 'gateway.checkout_opened',
          },
        ),
      )
    case 'rejected':
      deps.log.warn({ payment: payment.id, gateway: gateway.name, reason: charge.reason }, 'card not charged')
      return ifCreated(deps, payment, async (tx, created) => {
        await recordDecline(tx, created)
        const patch = { failure_reason: charge.reason, due_at: null }
        return paymentMachine.transition(tx, created, 'failed', patch, { event: 'gateway.payment_failed' })
      })
    case 'unknown':
      await ifCreated(deps, payment, (tx, created) =>
        paymentMachine.transition(
          tx,
          created,
          'pending',
          { failure_reason: charge.reason },
          {
            event: 'gateway.charge_unknown',
          },
        ),
      )
      return verifyPayment(deps, payment)
    case 'accepted':
      await ifCreated(deps, payment, (tx, created) =>
        paymentMachine.transition(tx, created, 'pending', {}, { event: 'gateway.charge_accepted' }),
      )
      return verifyPayment(deps, payment)
  }
}

const failUnsentCharge = (deps: PaymentDeps, payment: Payment | TopUp): Promise<Payment | TopUp> =>
  ifCreated(deps, payment, (tx, created) =>
    paymentMachine.transition(
      tx,
      created,
      'failed',
      { failure_reason: 'not_sent', due_at: null },
      { event: 'clock.never_received' },
    ),
  )

/** Updates a payment that is still `created`: the webhook may arrive before the gateway's response. */
const ifCreated = (
  deps: PaymentDeps,
  payment: Payment | TopUp,
  update: (tx: Tx, created: (Payment | TopUp) & { readonly state: 'created' }) => Promise<Payment | TopUp>,
): Promise<Payment | TopUp> =>
  deps.db.inTransaction(async (tx) => {
    const lockedPayment = await tx
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', payment.id)
      .forUpdate()
      .$castTo<Payment | TopUp>()
      .executeTakeFirstOrThrow()
    return lockedPayment.state === 'created' ? update(tx, lockedPayment) : lockedPayment
  })

/** Waits for the result of a charge that another request sent. */
async function waitForOutcome(deps: PaymentDeps, payment: Payment | TopUp): Promise<Payment | TopUp> {
  const timeoutAt = Date.now() + 8_000
  let current: Payment | TopUp | undefined = payment
  while (current?.state === 'created' && Date.now() < timeoutAt) {
    await sleep(150)
    current = await findPaymentById(deps.db.q, payment.id)
  }
  return current ?? payment
}

function toChargeResult(payment: Payment | TopUp): CardChargeResult {
  if (isPaid(payment.state)) return { payment, stepUpUrl: null }
  if (isOpen(payment.state)) return { payment, stepUpUrl: payment.checkout_url }
  throw new ApiError(payment.state === 'mismatch' ? 'PAYMENT_MISMATCH' : 'PAYMENT_FAILED')
}
