import { type RawBuilder, sql } from 'kysely'
import type { OrderId } from '../../shared/ids.ts'
import type { ReviewAction } from '../../shared/operations.ts'
import type { OrderState } from '../../shared/orders.ts'
import type { Database, Tx } from '../database/index.ts'
import { hasOpenDisputeSql } from '../payments/index.ts'
import { isAttemptOutcomeUnknown } from '../vending/index.ts'
import { type ManualRefund, manualRefundQuery } from './manual-refund.ts'

/** The values that determine the actions of an order. The review reason is not one of them. */
export interface OrderActionInput {
  readonly state: OrderState
  /** The latest attempt may still be delivered. */
  readonly is_outcome_unknown: boolean
  /** The order's suspense account holds money. */
  readonly has_suspense_balance: boolean
  /** A refundable payment exists. */
  readonly has_refundable_payment: boolean
  /** Goodwill payments for the order, kobo. */
  readonly goodwill_kobo: bigint
  /** The part of the payment that the payer's bank returned by a lost dispute, kobo. */
  readonly returned_by_bank_kobo: bigint
  /** The payer's bank disputes a payment: nothing is refunded before the outcome. */
  readonly has_open_dispute: boolean
  /** The status of a refund that a manager may pay instead of the gateway. */
  readonly manual_refund_status: ManualRefund['status'] | null
  /** The bank account given for a refund is pending approval. */
  readonly account_review_pending: boolean
  /** The refund of an order in `refunding`: absent, accepted by the gateway, or neither. */
  readonly refund: 'missing' | 'accepted' | 'open'
}

/**
 * Actions of an order in review. Every state has one that ends the review, unless a refund is being sent or waits for
 * the outcome of a dispute.
 */
export function allowedActions(input: OrderActionInput): ReviewAction[] {
  return [
    'requery',
    ...(input.is_outcome_unknown ? (['deliver'] as const) : []),
    ...(isRefundable(input) && !input.has_open_dispute ? (['refund'] as const) : []),
    ...(input.account_review_pending ? (['reject_account'] as const) : []),
    ...(isClosable(input) ? (['close'] as const) : []),
  ]
}

/** Only the open dispute rules out a refund. */
export const isRefundDisputed = (input: OrderActionInput): boolean =>
  input.has_open_dispute && isRefundable(input)

const isRefundable = (input: OrderActionInput): boolean =>
  input.manual_refund_status !== null || input.account_review_pending || isOrderRefundable(input)

/** True when a refund of the order itself can be created: none of it exists. */
export function isOrderRefundable(input: OrderActionInput): boolean {
  switch (input.state) {
    case 'vending':
      return input.is_outcome_unknown
    case 'paid':
    case 'vend_failed':
      return input.has_refundable_payment
    case 'refunding':
      return input.refund === 'missing'
    case 'delivered':
      return input.has_suspense_balance && input.has_refundable_payment
    default:
      return false
  }
}

function isClosable(input: OrderActionInput): boolean {
  if (input.manual_refund_status !== null) return false
  switch (input.state) {
    case 'paid':
    case 'vending':
      return false
    case 'vend_failed':
      return !input.has_refundable_payment && !input.has_suspense_balance
    case 'refunding':
      return input.refund === 'accepted'
    case 'delivered':
      return !input.has_suspense_balance || !input.has_refundable_payment
    default:
      return !input.has_suspense_balance
  }
}

/** A payment that pays for the order: not a surplus that was refunded. */
const isApplied = sql`payments.order_id = orders.id and payments.state in ('succeeded', 'succeeded_late')
    and not exists (select from refunds where refunds.payment_id = payments.id
      and refunds.cause in ('second_payment', 'too_late'))`

/** `OrderActionInput` as columns of a query over `orders` with `orderActionJoin`. */
export const orderActionColumns: RawBuilder<unknown> = sql`
  orders.state,
  (orders.state = 'vending' and exists (select from attempts where attempts.order_id = orders.id and ${isAttemptOutcomeUnknown})) as is_outcome_unknown,
  (select coalesce(sum(amount_kobo), 0) <> 0 from ledger_postings where account = 'order:' || orders.id) as has_suspense_balance,
  exists (select from payments where ${isApplied}) as has_refundable_payment,
  coalesce((select sum(posting.amount_kobo) from ledger_entries as entry
    join ledger_postings as posting on posting.entry_id = entry.id and posting.account = 'adjustment'
    where entry.order_id = orders.id), 0)::bigint as goodwill_kobo,
  coalesce((select sum(posting.amount_kobo) from payments join disputes on disputes.payment_id = payments.id
    join ledger_entries as entry on entry.event = 'dispute:' || disputes.id || ':lost'
    join ledger_postings as posting on posting.entry_id = entry.id and posting.account = 'receivable:' || orders.id
    where ${isApplied}), 0)::bigint as returned_by_bank_kobo,
  ${hasOpenDisputeSql(sql.ref('orders.id'))} as has_open_dispute,
  manual_refund.status as manual_refund_status,
  exists (select from refunds where refunds.order_id = orders.id and refunds.state = 'needs_attention'
    and refunds.payout_account_review is not null) as account_review_pending,
  case when not exists (select from refunds where refunds.order_id = orders.id and refunds.cause in ('not_delivered', 'retry')) then 'missing'
    when exists (select from refunds where refunds.order_id = orders.id and refunds.cause in ('not_delivered', 'retry')
      and refunds.state = 'sent') then 'accepted'
    else 'open' end as refund`

export const orderActionJoin: RawBuilder<unknown> = sql`left join lateral (${manualRefundQuery(sql.ref('orders.id'))}) as manual_refund on true`

/** Before an action, the caller's transaction holds the lock on the order. */
export async function getOrderActionInput(
  db: Database['q'] | Tx,
  orderId: OrderId,
): Promise<OrderActionInput> {
  const { rows } = await sql<OrderActionInput>`
    select ${orderActionColumns} from orders ${orderActionJoin} where orders.id = ${orderId}`.execute(db)
  const [input] = rows
  if (!input) throw new Error(`Order ${orderId} does not exist`)
  return input
}
