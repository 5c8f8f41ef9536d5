import { sql } from 'kysely'
import type { OrderId } from '../../../shared/ids.ts'
import { mayUseEndpoint } from '../../../shared/management/endpoint-scopes.ts'
import { lesserOf, nairaOf } from '../../../shared/money.ts'
import type { OrderOperations } from '../../../shared/operations.ts'
import type { Database, Tx } from '../../database/index.ts'
import type { Actor } from '../../http/index.ts'
import { isRefundPaidManuallySql } from '../../ledger/index.ts'
import {
  findAppliedPayment,
  hasDisputedTopUpSql,
  hasOpenDisputeSql,
  isAtGateway,
  type Payment,
  paymentServerTexts,
} from '../../payments/index.ts'
import type { Order } from '../../purchase/index.ts'
import { orderActionTexts } from './texts.ts'

/** Subject of a dispute: a payment of the order, or a top-up of the wallet that paid for it. */
type DisputeSubject = 'payment' | 'top_up'

/** Why no goodwill is paid while the dispute is open. */
export const goodwillDisputeTexts: Readonly<Record<DisputeSubject, () => string>> = {
  payment: paymentServerTexts.disputeOpen,
  top_up: orderActionTexts.topUpDisputed,
}

/**
 * The most that a goodwill payment for an order may be by each method, kobo; null when that method is not possible. Both
 * stay within what was captured, less refunds, lost disputes and earlier goodwill.
 */
export interface GoodwillCaps {
  /** The open dispute, so that no method is possible before its outcome; null without one. */
  readonly openDispute: DisputeSubject | null
  /** Null for a customer without a wallet. */
  readonly wallet: bigint | null
  /** Null when the order was not paid through a gateway, or a part of it was already returned. */
  readonly gateway: bigint | null
  /** The payment that the gateway returns a part of. */
  readonly payment: Payment | null
}

const noGoodwill: GoodwillCaps = { openDispute: null, wallet: null, gateway: null, payment: null }

/** Goodwill is for a delivered order that its customer paid for. */
export async function goodwillCaps(db: Database['q'] | Tx, order: Order): Promise<GoodwillCaps> {
  if (order.state !== 'delivered' || order.purchased_by_manager_id || order.payment_request_id)
    return noGoodwill
  const { remainingKobo, hasWallet, openDispute } = await fetchUnreturned(db, order)
  if (openDispute) return { ...noGoodwill, openDispute }
  const payment = (await findAppliedPayment(db, order.id)) ?? null
  const refundableKobo = payment && (await refundableOf(db, payment))
  return {
    openDispute,
    wallet: hasWallet ? remainingKobo : null,
    gateway: refundableKobo === null ? null : lesserOf(refundableKobo, remainingKobo),
    payment: refundableKobo === null ? null : payment,
  }
}

/** True for a refund that reduces the amount that can be returned: any but a failed one, unless that was paid manually. */
const isEffective = sql`(state <> 'failed' or manual_payout is not null or ${isRefundPaidManuallySql('refunds.id')})`

interface OrderRow {
  captured_kobo: string
  returned_kobo: string
  has_wallet: boolean
  open_dispute: DisputeSubject | null
}

/** Kobo captured for an order and not yet returned; whether its customer has a wallet; the open dispute. */
async function fetchUnreturned(
  db: Database['q'] | Tx,
  order: Order,
): Promise<{ remainingKobo: bigint; hasWallet: boolean; openDispute: DisputeSubject | null }> {
  const { rows } = await sql<OrderRow>`
    select
      (select coalesce(sum(paid_kobo), 0) from payments where order_id = ${order.id} and paid_currency = 'NGN'
        and state in ('succeeded', 'succeeded_late', 'mismatch'))::text as captured_kobo,
      ((select coalesce(sum(amount_kobo), 0) from refunds where order_id = ${order.id} and currency = 'NGN'
          and ${isEffective})
        + (select coalesce(sum(disputes.amount_kobo), 0) from disputes join payments on payments.id = disputes.payment_id
          where payments.order_id = ${order.id} and disputes.state = 'lost' and payments.state <> 'reversed')
        + (select coalesce(sum(posting.amount_kobo), 0) from ledger_entries as entry
            join ledger_postings as posting on posting.entry_id = entry.id
          where entry.order_id = ${order.id} and entry.event like 'goodwill:%:goodwill_paid'
            and posting.account = 'adjustment'))::text as returned_kobo,
      exists (select from users where id = ${order.user_id}::uuid and email_verified_at is not null) as has_wallet,
      case when ${hasOpenDisputeSql(sql`${order.id}::uuid`)} then 'payment'
        when ${hasDisputedTopUpSql(sql`${order.id}::uuid`)} then 'top_up' end as open_dispute`.execute(db)
  const [row] = rows
  return {
    remainingKobo: atLeastZero(BigInt(row?.captured_kobo ?? 0) - BigInt(row?.returned_kobo ?? 0)),
    hasWallet: row?.has_wallet === true,
    openDispute: row?.open_dispute ?? null,
  }
}

interface PaymentRow {
  returned_kobo: string
  has_goodwill: boolean
}

/** The part of a payment that its gateway can still return as goodwill, once; null when it cannot. */
async function refundableOf(db: Database['q'] | Tx, payment: Payment): Promise<bigint | null> {
  const { gateway, paid_kobo: paidKobo, paid_currency: currency } = payment
  if (!isAtGateway(gateway) || paidKobo === null || currency !== 'NGN') return null
  const { rows } = await sql<PaymentRow>`
    select
      ((select coalesce(sum(amount_kobo), 0) from refunds where payment_id = ${payment.id} and ${isEffective})
        + (select coalesce(sum(amount_kobo), 0) from disputes
          where payment_id = ${payment.id} and state = 'lost'))::text as returned_kobo,
      exists (select from refunds where payment_id = ${payment.id} and cause = 'goodwill') as has_goodwill`.execute(
    db,
  )
  const [row] = rows
  if (!row || row.has_goodwill) return null
  return atLeastZero(paidKobo - BigInt(row.returned_kobo))
}

const atLeastZero = (kobo: bigint): bigint => (kobo > 0n ? kobo : 0n)

interface GoodwillOnPage {
  /** The caps in naira; null when no goodwill is possible. */
  readonly limits: { goodwill_limit: number | null; goodwill_gateway_limit: number | null }
  /** Why an order has no goodwill while a payment or a top-up is disputed. */
  readonly unavailable: OrderOperations['unavailable_actions']
}

/** The goodwill limits that the order's page shows to a manager. */
export async function goodwillOnPage(
  db: Database,
  order: Order,
  { scopes = [] }: Pick<Actor, 'scopes'>,
): Promise<GoodwillOnPage> {
  const caps = mayUseEndpoint(scopes, 'payGoodwill') ? await goodwillCaps(db.q, order) : noGoodwill
  const { wallet, gateway, openDispute } = caps
  return {
    limits: {
      goodwill_limit: wallet ? nairaOf(wallet) : null,
      goodwill_gateway_limit: gateway ? nairaOf(gateway) : null,
    },
    unavailable: openDispute ? [{ action: 'goodwill', message: goodwillDisputeTexts[openDispute]() }] : [],
  }
}

/** Earlier goodwill for an order, naira: into the wallet, and what the gateway refunded or has yet to refund. */
export async function goodwillPaidFor(db: Database, orderId: OrderId): Promise<number> {
  const { rows } = await sql<{ kobo: string }>`
    select ((select coalesce(sum(posting.amount_kobo), 0) from ledger_entries as entry
        join ledger_postings as posting on posting.entry_id = entry.id
      where entry.order_id = ${orderId} and entry.event like 'goodwill:%:goodwill_paid'
        and posting.account = 'adjustment')
      + (select coalesce(sum(amount_kobo), 0) from refunds
        where order_id = ${orderId} and cause = 'goodwill' and ${isEffective}))::text as kobo`.execute(db.q)
  return nairaOf(BigInt(rows[0]?.kobo ?? 0))
}
