import { type Selectable, sql } from 'kysely'
import { formatMoney, lesserOf } from '../../shared/money.ts'
import type { GatewayName } from '../../shared/payments.ts'
import type { Database, Tables, Tx } from '../database/index.ts'
import { account, disputeLost, lockBalance, post } from '../ledger/index.ts'
import { concernOf } from './concern.ts'
import type { DisputeTruth } from './gateway.ts'
import { gatewayOf, type PaymentParts } from './parts.ts'
import { isPaid, type Payment, type TopUp } from './payment.ts'
import { paymentByReference, refundsBeside, savePayment } from './store.ts'
import { tellOwner } from './tell-owner.ts'

type Known = Exclude<DisputeTruth, { is: 'not_found' }>
type Dispute = Selectable<Tables['disputes']>

/** Books that the bank took all of a payment back, and what follows for what it was for. */
export type TakeBack = (tx: Tx, payment: Payment | TopUp) => Promise<unknown>

/**
 * A payer's bank contests a payment: the gateway is asked what became of it. Lost, it took a sum out of what the
 * gateway holds for us, also where we gave a part back before and the payment's own state tells nothing new.
 */
export async function followDispute(
  parts: PaymentParts,
  gateway: GatewayName,
  disputeId: string,
  takeBack: TakeBack,
): Promise<void> {
  const truth = await gatewayOf(parts, gateway).dispute?.(disputeId)
  // Its message stays unhandled, and is followed again.
  if (!truth) throw new Error(`${gateway} could not be asked about dispute ${disputeId}`)
  const payment =
    truth.is === 'not_found' ? undefined : await paymentByReference(parts.db.q, truth.paymentReference)
  if (truth.is === 'not_found' || payment?.gateway !== gateway) {
    parts.log.error({ gateway, dispute: disputeId }, 'a dispute about no payment of ours')
    return
  }
  await parts.db.inTransaction(async (tx) => {
    await concernOf(parts.onPaid, payment).lock(tx)
    const fresh = await lockAny(tx, payment.id)
    const dispute = await keep(tx, fresh, gateway, disputeId, truth)
    if (dispute && truth.is === 'lost') await lose(parts, tx, fresh, dispute, truth.amountKobo, takeBack)
  })
}

const lockAny = (tx: Tx, id: string): Promise<Payment | TopUp> =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .$castTo<Payment | TopUp>()
    .executeTakeFirstOrThrow()

/** @returns it; undefined when it was over before */
const keep = (
  tx: Tx,
  payment: Payment | TopUp,
  gateway: GatewayName,
  gateway_dispute: string,
  truth: Known,
): Promise<Dispute | undefined> => {
  const now = {
    state: truth.is,
    amount_kobo: truth.is === 'lost' ? truth.amountKobo : null,
    answer_by: truth.answerBy,
  }
  return tx
    .insertInto('disputes')
    .values({ ...now, gateway, gateway_dispute, payment_id: payment.id })
    .onConflict((row) =>
      row
        .columns(['gateway', 'gateway_dispute'])
        .doUpdateSet(now)
        .where('disputes.state', '=', 'open')
        .where('disputes.payment_id', '=', payment.id),
    )
    .returningAll()
    .executeTakeFirst()
}

async function lose(
  parts: PaymentParts,
  tx: Tx,
  payment: Payment | TopUp,
  dispute: Dispute,
  toldKobo: bigint,
  takeBack: TakeBack,
): Promise<void> {
  parts.log.error({ payment: payment.id, dispute: dispute.id }, 'a dispute was lost')
  // All of it is in the books already.
  if (payment.state === 'reversed' || payment.paid_currency !== 'NGN') return
  const paidKobo = payment.paid_kobo ?? 0n
  const leftKobo = paidKobo - (await goneKobo(tx, payment, dispute.id))
  const amountKobo = lesserOf(toldKobo, leftKobo)
  if (amountKobo <= 0n) return
  if (isPaid(payment.state) && amountKobo === paidKobo) {
    await takeBack(tx, payment)
    return
  }
  const isTopUp = payment.purpose === 'wallet_topup'
  const owner = isTopUp ? payment.user_id : payment.order_id
  const heldKobo = isTopUp ? await lockBalance(tx, account.wallet(owner)) : 0n
  const walletKobo = lesserOf(heldKobo, amountKobo)
  await post(
    tx,
    disputeLost({
      disputeId: dispute.id,
      orderId: payment.order_id,
      gateway: payment.gateway,
      owner,
      amountKobo,
      walletKobo,
    }),
  )
  if (!isTopUp) return parts.onPaid.review(tx, payment.order_id, partlyReversed)
  await savePayment(tx, payment, { review_reason: partlyReversed, review_since: sql`business_now()` })
  await tellOwner(tx, owner, {
    subject: 'A part of your top-up was taken back',
    body: `Your bank took back ${formatMoney(amountKobo)} of what you had added to your wallet, so ${formatMoney(walletKobo)} left your wallet again.`,
    amountKobo: walletKobo,
  })
}

const partlyReversed = 'payment_partly_reversed'

/** What of a payment went back before, or is on its way, kobo. */
async function goneKobo(tx: Tx, payment: Payment | TopUp, disputeId: string): Promise<bigint> {
  const refunds = await refundsBeside(tx, { payment_id: payment.id, inflow_id: null })
  const lost = await tx
    .selectFrom('disputes')
    .select('amount_kobo')
    .where('payment_id', '=', payment.id)
    .where('state', '=', 'lost')
    .where('id', '!=', disputeId)
    .execute()
  return [...refunds.filter((it) => it.state !== 'failed'), ...lost].reduce(
    (sum, it) => sum + (it.amount_kobo ?? 0n),
    0n,
  )
}

/** Whether a bank took a part of a payment back, as its gateway told. */
export const isDisputed = async (db: Database['q'] | Tx, paymentId: string): Promise<boolean> =>
  (await db
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'lost')
    .executeTakeFirst()) !== undefined
