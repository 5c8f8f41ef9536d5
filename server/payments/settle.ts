import type { Tx } from '../database/index.ts'
import { captured, chargedBack, post } from '../ledger/index.ts'
import { isDisputed } from './dispute.ts'
import type { PaymentTruth } from './gateway.ts'
import { keepPaidCard } from './keep-paid-card.ts'
import { notPaidYet } from './not-paid.ts'
import { gatewayOf, type PaymentParts } from './parts.ts'
import {
  isAtGateway,
  isEnough,
  isOpen,
  isPaid,
  isWrongUnit,
  type Payment,
  paymentLifeSeconds,
  type TopUp,
} from './payment.ts'
import { beginRefund, pursueRefund } from './refund.ts'
import { ageSeconds, lockPayment, savePayment } from './store.ts'
import { recordTopUp } from './top-up.ts'

type Succeeded = Extract<PaymentTruth, { is: 'succeeded' }>

/** What one question to the gateway led to, for whoever must act after the commit. */
interface Settled {
  readonly payment: Payment
  readonly paid: boolean
  readonly refunds: readonly string[]
}

/** Questions under way, for each composition of the room: who asks meanwhile shares the answer. */
const asking = new WeakMap<PaymentParts, Map<string, Promise<Payment | TopUp>>>()

/**
 * Asks the gateway about one payment and writes down what it says. Called by the return page, the
 * webhook, the poll and a second try; only the first to learn of the money moves anything.
 * @param payment as it was read at any time: what it is for and where it is paid never changes
 */
export function settle(parts: PaymentParts, payment: Payment | TopUp): Promise<Payment | TopUp> {
  const mine = asking.get(parts) ?? new Map<string, Promise<Payment | TopUp>>()
  asking.set(parts, mine)
  const asked = mine.get(payment.id) ?? settleNow(parts, payment).finally(() => mine.delete(payment.id))
  mine.set(payment.id, asked)
  return asked
}

/** An answer counts so long for whoever comes back and asks again, while the payment is open and when it is over. */
const freshMs = { open: 1_000, over: 30_000 }
/** What each payment's gateway was asked last for a return page, the longest ago first. */
const askedLast = new WeakMap<PaymentParts, Map<string, { at: number; answer: Promise<unknown> }>>()

/** `settle` for a return page, which anybody may load as often as they like: the gateway is asked now and then. */
export async function settleOnReturn(parts: PaymentParts, payment: Payment): Promise<void> {
  const known = askedLast.get(parts) ?? new Map<string, { at: number; answer: Promise<unknown> }>()
  askedLast.set(parts, known)
  const now = performance.now()
  for (const [id, { at }] of known) {
    if (now - at < freshMs.over) break
    known.delete(id)
  }
  const last = known.get(payment.id)
  if (last && now - last.at < (isOpen(payment.state) ? freshMs.open : freshMs.over)) {
    await last.answer
    return
  }
  const answer = settle(parts, payment)
  known.delete(payment.id)
  known.set(payment.id, { at: now, answer })
  await answer
}

async function settleNow(parts: PaymentParts, payment: Payment | TopUp): Promise<Payment | TopUp> {
  // Our own wallets have nobody else to ask: their payments are whole when they are written.
  if (!isAtGateway(payment.gateway)) return payment
  const truth = await gatewayOf(parts, payment.gateway).verify(payment.reference)
  // It is written down already, and only a reversal would change that.
  if (truth.is === 'succeeded' && isPaid(payment.state)) return payment
  if (payment.purpose === 'wallet_topup') {
    const settled = await parts.db.inTransaction((tx) => recordTopUp(parts, tx, payment.id, truth))
    pursue(parts, settled.refunds)
    return settled.payment
  }
  const settled = await parts.db.inTransaction((tx) => record(parts, tx, payment, truth))
  pursue(parts, settled.refunds)
  if (settled.paid) parts.wakeOrder(payment.order_id)
  return settled.payment
}

function pursue(parts: PaymentParts, refunds: readonly string[]): void {
  for (const refundId of refunds) parts.background('refund', () => pursueRefund(parts, refundId))
}

async function record(parts: PaymentParts, tx: Tx, seen: Payment, truth: PaymentTruth): Promise<Settled> {
  const order = await parts.onPaid.lock(tx, seen.order_id)
  const payment = await lockPayment(tx, seen.id)
  if (isPaid(payment.state)) {
    // A part that the bank took was told apart, and is in the books.
    const isNews = truth.is === 'reversed' && !(await isDisputed(tx, payment.id))
    return isNews ? reverse(parts, tx, payment) : unchanged(payment)
  }
  if (payment.state === 'mismatch' || payment.state === 'reversed') return unchanged(payment)
  if (truth.is !== 'succeeded') return wait(parts, tx, payment, truth)
  // An answer about another payment tells nothing of this one.
  if (truth.reference !== payment.reference)
    return wait(parts, tx, payment, { is: 'pending', because: 'unreadable' })
  return accept(parts, tx, payment, truth, order.totalKobo)
}

const unchanged = (payment: Payment): Settled => ({ payment, paid: false, refunds: [] })

/** Money has arrived: for this order, for more than this order, or for nothing we can deliver. */
async function accept(
  parts: PaymentParts,
  tx: Tx,
  payment: Payment,
  truth: Succeeded,
  totalKobo: bigint,
): Promise<Settled> {
  const facts = {
    gateway_reference: truth.gatewayReference,
    paid_kobo: truth.paidKobo,
    paid_currency: truth.currency,
    fee_kobo: truth.feeKobo,
    channel: truth.channel,
    due_at: null,
  }
  if (truth.currency !== payment.currency || !isEnough(payment, truth.paidKobo))
    return mismatch(parts, tx, payment, truth, facts)

  const late = !isOpen(payment.state)
  const taken = await parts.onPaid.take(tx, payment.order_id)
  const appliedKobo = taken.is === 'taken' ? totalKobo : 0n
  await post(tx, captured({ ...ids(payment), paidKobo: truth.paidKobo, feeKobo: truth.feeKobo, appliedKobo }))
  const state = late ? ('succeeded_late' as const) : ('succeeded' as const)
  const saved = await savePayment(tx, payment, { ...facts, state })
  await keepPaidCard(parts, tx, saved, truth)
  const excessKobo = truth.paidKobo - appliedKobo
  const refunds =
    excessKobo > 0n
      ? await beginRefund(parts.onPaid, tx, saved, {
          cause: taken.is === 'taken' ? 'overpaid' : taken.because,
          amountKobo: excessKobo,
          from: 'unapplied',
        })
      : []
  return { payment: saved, paid: taken.is === 'taken', refunds }
}

/**
 * Too little, another currency or another unit: never vended, all of it goes back. Money
 * that is not naira has no place in a ledger of kobo; its refund and the review carry it.
 */
async function mismatch(
  parts: PaymentParts,
  tx: Tx,
  payment: Payment,
  truth: Succeeded,
  facts: object,
): Promise<Settled> {
  const naira = truth.currency === 'NGN'
  if (naira && truth.paidKobo > 0n) {
    await post(
      tx,
      captured({ ...ids(payment), paidKobo: truth.paidKobo, feeKobo: truth.feeKobo, appliedKobo: 0n }),
    )
  }
  const saved = await savePayment(tx, payment, { ...facts, state: 'mismatch' })
  const unit = isWrongUnit(payment, truth.paidKobo) ? 'wrong_unit' : 'underpaid'
  await parts.onPaid.review(tx, payment.order_id, naira ? unit : 'wrong_currency')
  if (truth.paidKobo <= 0n) return { payment: saved, paid: false, refunds: [] }
  const refunds = await beginRefund(parts.onPaid, tx, saved, {
    cause: 'mismatch',
    amountKobo: truth.paidKobo,
    from: naira ? 'unapplied' : 'nowhere',
  })
  return { payment: saved, paid: false, refunds }
}

/** Not paid, or not yet: ask again later, or give the try up. */
async function wait(
  parts: PaymentParts,
  tx: Tx,
  payment: Payment,
  truth: Exclude<PaymentTruth, Succeeded>,
): Promise<Settled> {
  const age = await ageSeconds(tx, payment.created_at)
  const saved = await savePayment(tx, payment, notPaidYet(payment, truth, age))
  const over = saved.state === 'expired' || (saved.state === 'failed' && age >= paymentLifeSeconds)
  if (isOpen(payment.state) && over) await lapseUnlessOpen(parts, tx, payment.order_id)
  return unchanged(saved)
}

/** An order may be paid again after a failed try; it lapses when its time is over and nothing is open. */
async function lapseUnlessOpen(parts: PaymentParts, tx: Tx, orderId: string): Promise<void> {
  const open = await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['created', 'initialised', 'pending'])
    .executeTakeFirst()
  if (!open) await parts.onPaid.lapse(tx, orderId)
}

/** Charged back, or refunded outside our hands: a person decides what becomes of the order. */
export async function reverse(parts: PaymentParts, tx: Tx, payment: Payment): Promise<Settled> {
  const ownRefund = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .executeTakeFirst()
  if (ownRefund) return unchanged(payment)
  const saved = await savePayment(tx, payment, { state: 'reversed', due_at: null })
  await post(
    tx,
    chargedBack({
      ...ids(payment),
      owner: payment.order_id,
      paidKobo: payment.paid_kobo ?? payment.amount_kobo,
      walletKobo: 0n,
    }),
  )
  await parts.onPaid.reversed(tx, payment.order_id)
  return unchanged(saved)
}

const ids = (payment: Payment) => ({
  paymentId: payment.id,
  orderId: payment.order_id,
  gateway: payment.gateway,
})
