import { sql } from 'kysely'
import { formatMoney, lesserOf } from '../../shared/money.ts'
import type { GatewayName, PaymentMethod } from '../../shared/payments.ts'
import type { Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { account, captured, chargedBack, lockBalance, post, toppedUp } from '../ledger/index.ts'
import { sendToCheckout } from './checkout.ts'
import { isDisputed } from './dispute.ts'
import type { PaymentTruth } from './gateway.ts'
import { keepPaidCard } from './keep-paid-card.ts'
import { notPaidYet } from './not-paid.ts'
import type { PaymentParts } from './parts.ts'
import { isOpen, isPaid, isWrongUnit, type TopUp } from './payment.ts'
import { beginRefund } from './refund.ts'
import { ageSeconds, lockTopUp, newNonce, newTry, savePayment } from './store.ts'
import { tellOwner } from './tell-owner.ts'

export interface TopUpIntent {
  readonly userId: string
  readonly gateway: GatewayName
  readonly method: PaymentMethod
  readonly amountKobo: bigint
  readonly email: string
  readonly saveCard: boolean
  readonly description: string
  /** Where the gateway sends the customer back; the nonce is added. */
  readonly returnUrl: string
  readonly cancelUrl: string
}

/**
 * Opens a hosted checkout for money into somebody's wallet.
 * @returns the address to pay at
 * @throws Refused METHOD_UNAVAILABLE, GATEWAY_UNAVAILABLE
 */
export async function openTopUp(parts: PaymentParts, intent: TopUpIntent): Promise<string> {
  const gateway = parts.gateways[intent.gateway]
  if (!gateway?.can.methods.includes(intent.method) || intent.amountKobo < gateway.can.minKobo) {
    throw new Refused('METHOD_UNAVAILABLE', { field: 'payment_method' })
  }
  const nonce = newNonce()
  const topUp = await parts.db.q
    .insertInto('payments')
    .values({
      ...newTry(nonce),
      purpose: 'wallet_topup',
      user_id: intent.userId,
      gateway: intent.gateway,
      method: intent.method,
      amount_kobo: intent.amountKobo,
      email: intent.email,
      save_card: intent.saveCard,
    })
    .returningAll()
    .$castTo<TopUp>()
    .executeTakeFirstOrThrow()
  return sendToCheckout(parts, gateway, topUp, { ...intent, nonce, orderReference: topUp.reference })
}

/** Writes down what the gateway says of a top-up: all of what arrived is credited, once. @returns refunds to pursue */
export async function recordTopUp(
  parts: PaymentParts,
  tx: Tx,
  id: string,
  truth: PaymentTruth,
): Promise<{ payment: TopUp; refunds: readonly string[] }> {
  const topUp = await lockTopUp(tx, id)
  if (isPaid(topUp.state)) return { payment: await stillPaid(parts, tx, topUp, truth), refunds: [] }
  if (topUp.state === 'mismatch' || topUp.state === 'reversed') return { payment: topUp, refunds: [] }
  if (truth.is !== 'succeeded' || truth.reference !== topUp.reference) {
    const unpaid = truth.is === 'succeeded' ? ({ is: 'pending', because: 'unreadable' } as const) : truth
    const age = await ageSeconds(tx, topUp.created_at)
    return { payment: await savePayment(tx, topUp, notPaidYet(topUp, unpaid, age)), refunds: [] }
  }
  return accept(parts, tx, topUp, truth)
}

/** A part that the bank took is told apart, and in the books. */
const stillPaid = async (parts: PaymentParts, tx: Tx, topUp: TopUp, truth: PaymentTruth): Promise<TopUp> =>
  truth.is === 'reversed' && !(await isDisputed(tx, topUp.id)) ? reverseTopUp(parts, tx, topUp) : topUp

/** The bank took a top-up back: so do we, what the wallet still holds of it; the rest is owed, and a person looks. */
export async function reverseTopUp(parts: PaymentParts, tx: Tx, topUp: TopUp): Promise<TopUp> {
  parts.log.error({ payment: topUp.id }, 'a top-up was charged back')
  const paidKobo = topUp.paid_kobo ?? topUp.amount_kobo
  const walletKobo = lesserOf(await lockBalance(tx, account.wallet(topUp.user_id)), paidKobo)
  const { user_id: owner, gateway } = topUp
  await post(tx, chargedBack({ paymentId: topUp.id, orderId: null, gateway, owner, paidKobo, walletKobo }))
  await tellOwner(tx, owner, {
    subject: 'Your top-up was taken back',
    body: `Your bank took back the ${formatMoney(paidKobo)} that you had added to your wallet, so ${formatMoney(walletKobo)} left your wallet again.`,
    amountKobo: walletKobo,
  })
  return savePayment(tx, topUp, {
    state: 'reversed',
    due_at: null,
    review_reason: 'payment_reversed',
    review_since: sql`business_now()`,
  })
}

async function accept(
  parts: PaymentParts,
  tx: Tx,
  topUp: TopUp,
  truth: Extract<PaymentTruth, { is: 'succeeded' }>,
): Promise<{ payment: TopUp; refunds: readonly string[] }> {
  const facts = {
    gateway_reference: truth.gatewayReference,
    paid_kobo: truth.paidKobo,
    paid_currency: truth.currency,
    fee_kobo: truth.feeKobo,
    channel: truth.channel,
    due_at: null,
  }
  const isNaira = truth.currency === topUp.currency
  if (!isNaira || isWrongUnit(topUp, truth.paidKobo) || truth.paidKobo <= 0n)
    return turnAway(parts, tx, await savePayment(tx, topUp, { ...facts, state: 'mismatch' }), truth, isNaira)
  await post(
    tx,
    toppedUp({
      paymentId: topUp.id,
      userId: topUp.user_id,
      gateway: topUp.gateway,
      paidKobo: truth.paidKobo,
      feeKobo: truth.feeKobo,
    }),
  )
  const state = isOpen(topUp.state) ? 'succeeded' : 'succeeded_late'
  const saved = await savePayment(tx, topUp, { ...facts, state })
  await keepPaidCard(parts, tx, saved, truth)
  await tellOwner(tx, saved.user_id, {
    subject: 'Wallet topped up',
    body: `${formatMoney(truth.paidKobo)} was added to your wallet.`,
    amountKobo: truth.paidKobo,
  })
  return { payment: saved, refunds: [] }
}

/** Money that is not naira, or whose unit is not sure, has no place in a wallet: it goes back as it came. */
async function turnAway(
  parts: PaymentParts,
  tx: Tx,
  topUp: TopUp,
  { paidKobo, feeKobo }: Extract<PaymentTruth, { is: 'succeeded' }>,
  isNaira: boolean,
): Promise<{ payment: TopUp; refunds: readonly string[] }> {
  if (paidKobo <= 0n) return { payment: topUp, refunds: [] }
  if (isNaira) {
    const money = { paymentId: topUp.id, orderId: null, gateway: topUp.gateway, paidKobo, feeKobo }
    await post(tx, captured({ ...money, appliedKobo: 0n }))
  }
  const refunds = await beginRefund(parts.onPaid, tx, topUp, {
    cause: 'mismatch',
    amountKobo: paidKobo,
    from: isNaira ? 'unapplied' : 'nowhere',
  })
  return { payment: topUp, refunds }
}
