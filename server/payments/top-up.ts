import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import { formatMoney, lesserOf } from '../../shared/money.ts'
import type { GatewayName, PaymentMethod } from '../../shared/payments.ts'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import {
  account,
  isWalletOpen,
  lockBalance,
  lockWalletOwner,
  paymentCaptured,
  paymentChargedBack,
  post,
  walletToppedUp,
} from '../ledger/index.ts'
import { recordCardAttempt, recordDecline, throttleCardTesting } from './card-testing.ts'
import { cardSignatureHash, cardSignatureOf } from './cards.ts'
import { createCheckout } from './create-checkout.ts'
import type { PaymentDeps } from './deps.ts'
import { hasLostDispute } from './dispute-status.ts'
import type { PaymentStatusResult } from './gateway.ts'
import { notifyWalletOwner } from './notify-owner.ts'
import { isOpen, isPaid, isWrongUnit, paymentMachine, reversedReview, type TopUp } from './payment.ts'
import { savePendingPayment } from './pending-payment.ts'
import { createRefund } from './refund.ts'
import { saveCardOfPayment } from './save-card.ts'
import {
  ageSeconds,
  lockTopUp,
  newNonce,
  newPaymentValues,
  type PaymentOrigin,
  refundsOfSource,
} from './store.ts'
import { paymentServerTexts } from './texts.ts'

export interface TopUpIntent {
  readonly userId: UserId
  readonly gateway: GatewayName
  readonly method: PaymentMethod
  readonly amountKobo: bigint
  readonly email: string
  readonly saveCard: boolean
  readonly origin: PaymentOrigin
  readonly description: string
  /** Where the gateway returns the customer; the nonce is added. */
  readonly returnUrl: string
  readonly cancelUrl: string
}

/**
 * Opens a hosted checkout for a wallet top-up.
 * @returns the checkout URL
 * @throws ApiError METHOD_UNAVAILABLE, GATEWAY_UNAVAILABLE
 */
export async function openTopUp(deps: PaymentDeps, intent: TopUpIntent): Promise<string> {
  const gateway = deps.gateways[intent.gateway]
  if (
    !gateway?.capabilities.methods.includes(intent.method) ||
    intent.amountKobo < gateway.capabilities.minKobo
  ) {
    throw new ApiError('METHOD_UNAVAILABLE', { field: 'payment_method' })
  }
  if (intent.method === 'CARD') await throttleCardTesting(deps, { ...intent, card: null, isVerified: true })
  const nonce = newNonce()
  const topUp = await deps.db.q
    .insertInto('payments')
    .values({
      ...newPaymentValues(nonce),
      purpose: 'wallet_topup',
      user_id: intent.userId,
      gateway: intent.gateway,
      method: intent.method,
      amount_kobo: intent.amountKobo,
      email: intent.email,
      save_card: intent.saveCard,
      session_hash: intent.origin.sessionHash,
    })
    .returningAll()
    .$castTo<TopUp>()
    .executeTakeFirstOrThrow()
  if (intent.method === 'CARD') await recordCardAttempt(deps.db.q, topUp.id, { ...intent, card: null })
  return createCheckout(deps, gateway, topUp, { ...intent, nonce, orderReference: topUp.reference })
}

/** Applies the gateway's status to a top-up: the received amount is credited once. @returns refunds to process */
export async function applyTopUpStatus(
  deps: PaymentDeps,
  tx: Tx,
  id: string,
  status: PaymentStatusResult,
): Promise<{ payment: TopUp; refunds: readonly string[] }> {
  const topUp = await lockTopUp(tx, id)
  if (isPaid(topUp.state)) return { payment: await applyReversalIfNew(deps, tx, topUp, status), refunds: [] }
  if (topUp.state === 'mismatch' || topUp.state === 'reversed') return { payment: topUp, refunds: [] }
  if (status.type !== 'succeeded' || status.reference !== topUp.reference) {
    const unpaidStatus =
      status.type === 'succeeded' ? ({ type: 'pending', reason: 'unreadable' } as const) : status
    const ageInSeconds = await ageSeconds(tx, topUp.created_at)
    if (unpaidStatus.type === 'failed') await recordDecline(tx, topUp)
    return {
      payment: await savePendingPayment(tx, topUp, unpaidStatus, ageInSeconds),
      refunds: [],
    }
  }
  return applyTopUpSuccess(deps, tx, topUp, status)
}

/**
 * A partial chargeback is recorded by its dispute, and a refunded top-up is reported as reversed; only a new full
 * reversal is applied.
 */
const applyReversalIfNew = async (
  deps: PaymentDeps,
  tx: Tx,
  topUp: TopUp,
  status: PaymentStatusResult,
): Promise<TopUp> =>
  status.type === 'reversed' &&
  !(await hasLostDispute(tx, topUp.id)) &&
  (await refundsOfSource(tx, { payment_id: topUp.id, deposit_id: null })).length === 0
    ? reverseTopUp(deps, tx, topUp)
    : topUp

/** Applies a chargeback of a top-up: debits the wallet up to its balance, records the rest as receivable, flags it. */
export async function reverseTopUp(deps: PaymentDeps, tx: Tx, topUp: TopUp): Promise<TopUp> {
  deps.log.error({ payment: topUp.id }, 'top-up charged back')
  const paidKobo = topUp.paid_kobo ?? topUp.amount_kobo
  await lockWalletOwner(tx, topUp.user_id)
  const walletKobo = lesserOf(await lockBalance(tx, account.wallet(topUp.user_id)), paidKobo)
  const { user_id: owner, gateway } = topUp
  await post(
    tx,
    paymentChargedBack({ paymentId: topUp.id, orderId: null, gateway, owner, paidKobo, walletKobo }),
  )
  await notifyWalletOwner(tx, owner, {
    subject: paymentServerTexts.topUpReversedSubject(),
    body: paymentServerTexts.topUpReversed({
      amount: formatMoney(paidKobo),
      removed: formatMoney(walletKobo),
    }),
    amountKobo: walletKobo,
  })
  return paymentMachine.transition(
    tx,
    topUp,
    'reversed',
    { due_at: null, review_reason: reversedReview, review_since: sql`app_now()` },
    { event: 'gateway.payment_reversed' },
  )
}

async function applyTopUpSuccess(
  deps: PaymentDeps,
  tx: Tx,
  topUp: TopUp,
  status: Extract<PaymentStatusResult, { type: 'succeeded' }>,
): Promise<{ payment: TopUp; refunds: readonly string[] }> {
  const fields = {
    gateway_reference: status.gatewayReference,
    paid_kobo: status.paidKobo,
    paid_currency: status.currency,
    fee_kobo: status.feeKobo,
    channel: status.channel,
    card_signature:
      status.card && cardSignatureHash(deps.secrets, topUp.gateway, cardSignatureOf(status.card)),
    due_at: null,
  }
  const isNaira = status.currency === topUp.currency
  if (!isNaira || isWrongUnit(topUp, status.paidKobo) || status.paidKobo <= 0n)
    return refundMismatch(
      deps,
      tx,
      await paymentMachine.transition(tx, topUp, 'mismatch', fields, {
        event: 'gateway.payment_mismatched',
      }),
      status,
      isNaira,
    )
  const state = isOpen(topUp.state) ? 'succeeded' : 'succeeded_late'
  const savedTopUp = await paymentMachine.transition(tx, topUp, state, fields, {
    event: 'gateway.payment_succeeded',
  })
  if (!(await isWalletOpen(tx, topUp.user_id)))
    return { payment: savedTopUp, refunds: await returnToPayer(deps, tx, savedTopUp, status, 'too_late') }
  await post(
    tx,
    walletToppedUp({
      paymentId: savedTopUp.id,
      userId: savedTopUp.user_id,
      gateway: savedTopUp.gateway,
      paidKobo: status.paidKobo,
      feeKobo: status.feeKobo,
    }),
  )
  await saveCardOfPayment(deps, tx, savedTopUp, status)
  await notifyWalletOwner(tx, savedTopUp.user_id, {
    subject: paymentServerTexts.toppedUpSubject(),
    body: paymentServerTexts.toppedUp({ amount: formatMoney(status.paidKobo) }),
    amountKobo: status.paidKobo,
  })
  return { payment: savedTopUp, refunds: [] }
}

/** A wallet holds only naira: refunds amounts in another currency or with a unit error to the payment method. */
async function refundMismatch(
  deps: PaymentDeps,
  tx: Tx,
  topUp: TopUp,
  status: Extract<PaymentStatusResult, { type: 'succeeded' }>,
  isNaira: boolean,
): Promise<{ payment: TopUp; refunds: readonly string[] }> {
  const { paidKobo } = status
  if (paidKobo <= 0n) return { payment: topUp, refunds: [] }
  if (isNaira) return { payment: topUp, refunds: await returnToPayer(deps, tx, topUp, status, 'mismatch') }
  const refunds = await createRefund(deps.paymentEvents, tx, topUp, {
    cause: 'mismatch',
    amountKobo: paidKobo,
    from: 'nowhere',
  })
  return { payment: topUp, refunds }
}

/** Refunds an amount in naira that is not credited. `too_late`: the user has closed the account. @returns its refund */
async function returnToPayer(
  deps: PaymentDeps,
  tx: Tx,
  topUp: TopUp,
  { paidKobo, feeKobo }: Extract<PaymentStatusResult, { type: 'succeeded' }>,
  cause: 'mismatch' | 'too_late',
): Promise<string[]> {
  const payment = { paymentId: topUp.id, orderId: null, gateway: topUp.gateway, paidKobo, feeKobo }
  await post(tx, paymentCaptured({ ...payment, appliedKobo: 0n }))
  return createRefund(deps.paymentEvents, tx, topUp, { cause, amountKobo: paidKobo, from: 'unapplied' })
}
