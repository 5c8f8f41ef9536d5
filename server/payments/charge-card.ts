import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { type Card, tokenOf } from './cards.ts'
import type { Charge, Gateway } from './gateway.ts'
import { type Await, clearEarlier } from './initiate.ts'
import type { PaymentParts } from './parts.ts'
import { isOpen, isPaid, type Payment, type TopUp } from './payment.ts'
import { settle } from './settle.ts'
import { newNonce, newTry, paymentById, savePayment } from './store.ts'

/** What a saved card is to pay: an order that may be paid, or money into its owner's wallet. */
export interface CardIntent {
  readonly card: Card
  readonly amountKobo: bigint
  readonly description: string
  readonly for:
    | { readonly is: 'order'; readonly id: string; readonly reference: string; readonly awaitPayment: Await }
    /** `id`: of the payment, the same for each repeat of one press. An order tells by its own state that it is paid. */
    | { readonly is: 'wallet_topup'; readonly id: string }
  /** Where the gateway sends the customer back after a second step; the nonce is added. */
  readonly returnUrl: string
  readonly cancelUrl: string
}

/** How far the charge came: `stepUpUrl` is where the customer must confirm it, null when they need not. */
export interface Charged {
  readonly payment: Payment | TopUp
  readonly stepUpUrl: string | null
}

/**
 * Charges a saved card once, where its token was issued. The intent is committed first; an answer that was
 * lost is asked about, and the card is not charged again. While it is unclear the answer is an open payment.
 * @throws Refused METHOD_UNAVAILABLE, ORDER_PAID, PAYMENT_PENDING, PAYMENT_FAILED, PAYMENT_MISMATCH, NOT_FOUND
 */
export async function chargeCard(parts: PaymentParts, intent: CardIntent): Promise<Charged> {
  const gateway = parts.gateways[intent.card.gateway]
  if (!gateway?.can.savedCards || intent.amountKobo < gateway.can.minKobo) {
    throw new Refused('METHOD_UNAVAILABLE', { field: 'payment_method' })
  }
  if (intent.for.is === 'order') {
    await clearEarlier(parts, intent.for.id, (earlier) => earlier.card_id === intent.card.id)
  }
  const nonce = newNonce()
  const { payment, mine } = await parts.db.inTransaction((tx) => insertCharge(tx, intent, nonce))
  if (!mine) return ended(await outcomeOf(parts, payment))
  const charge = await gateway.chargeSaved({
    token: tokenOf(parts.secrets, intent.card),
    reference: payment.reference,
    amountKobo: payment.amount_kobo,
    email: payment.email,
    description: intent.description,
    orderReference: intent.for.is === 'order' ? intent.for.reference : payment.reference,
    returnUrl: `${intent.returnUrl}?n=${nonce}`,
    cancelUrl: intent.cancelUrl,
  })
  return ended(await recordCharge(parts, gateway, payment, charge))
}

/** A charge of this card for the same that is open already is the same press, once more. */
async function insertCharge(
  tx: Tx,
  intent: CardIntent,
  nonce: string,
): Promise<{ payment: Payment | TopUp; mine: boolean }> {
  const { card } = intent
  const order = intent.for.is === 'order' ? intent.for : null
  const id = intent.for.is === 'order' ? randomUUID() : intent.for.id
  if (order) await order.awaitPayment(tx)
  // One press at a time for each card, and none once it was deleted.
  const usable = await tx
    .selectFrom('payment_cards')
    .select('id')
    .where('id', '=', card.id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!usable) throw new Refused('NOT_FOUND')
  const same = await tx
    .selectFrom('payments')
    .selectAll()
    .where('card_id', '=', card.id)
    .where((it) =>
      it.or([
        it('id', '=', id),
        it.and([
          it('state', 'in', ['created', 'initialised', 'pending']),
          it('amount_kobo', '=', intent.amountKobo),
          order
            ? it('order_id', '=', order.id)
            : it.and([it('order_id', 'is', null), it('expires_at', '>', sql<Date>`business_now()`)]),
        ]),
      ]),
    )
    .$castTo<Payment | TopUp>()
    .executeTakeFirst()
  if (same) return { payment: same, mine: false }
  const payment = await tx
    .insertInto('payments')
    .values({
      ...newTry(nonce),
      id,
      purpose: intent.for.is,
      order_id: order?.id ?? null,
      user_id: card.user_id,
      card_id: card.id,
      gateway: card.gateway,
      method: 'SAVED_CARD',
      amount_kobo: intent.amountKobo,
      email: card.email,
    })
    .returningAll()
    .$castTo<Payment | TopUp>()
    .executeTakeFirstOrThrow()
  return { payment, mine: true }
}

async function recordCharge(
  parts: PaymentParts,
  gateway: Gateway,
  payment: Payment | TopUp,
  charge: Charge,
): Promise<Payment | TopUp> {
  switch (charge.is) {
    case 'step_up':
      return write(parts, payment, { state: 'initialised', checkout_url: charge.checkoutUrl })
    case 'refused':
      parts.log.warn(
        { payment: payment.id, gateway: gateway.name, because: charge.because },
        'card not charged',
      )
      return write(parts, payment, { state: 'failed', failed_because: charge.because, due_at: null })
    case 'unknown':
      await write(parts, payment, { state: 'pending', failed_because: charge.because })
      return settle(parts, payment)
    case 'taken':
      await write(parts, payment, { state: 'pending' })
      return settle(parts, payment)
  }
}

/** Nothing is written over a payment that has moved on meanwhile: the webhook may be faster than the answer. */
const write = (parts: PaymentParts, payment: Payment | TopUp, values: object): Promise<Payment | TopUp> =>
  parts.db.inTransaction(async (tx) => {
    const fresh = await tx
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', payment.id)
      .forUpdate()
      .$castTo<Payment | TopUp>()
      .executeTakeFirstOrThrow()
    return fresh.state === 'created' ? savePayment(tx, fresh, values) : fresh
  })

/** What becomes of a charge that another press makes at this moment, or made before. */
async function outcomeOf(parts: PaymentParts, payment: Payment | TopUp): Promise<Payment | TopUp> {
  const deadline = Date.now() + 8_000
  let seen: Payment | TopUp | undefined = payment
  while (seen?.state === 'created' && Date.now() < deadline) {
    await pause(150)
    seen = await paymentById(parts.db.q, payment.id)
  }
  return seen ?? payment
}

function ended(payment: Payment | TopUp): Charged {
  if (isPaid(payment.state)) return { payment, stepUpUrl: null }
  if (isOpen(payment.state)) return { payment, stepUpUrl: payment.checkout_url }
  throw new Refused(payment.state === 'mismatch' ? 'PAYMENT_MISMATCH' : 'PAYMENT_FAILED')
}
