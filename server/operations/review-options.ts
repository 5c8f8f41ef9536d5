import { type RawBuilder, sql } from 'kysely'
import type { ReviewAction } from '../../shared/operations.ts'
import type { OrderState } from '../../shared/orders.ts'
import type { Database, Tx } from '../database/index.ts'
import { isAttemptUnresolved } from '../vending/index.ts'
import { type ManualRefund, manualRefundQuery } from './manual-refund.ts'

/** The facts that decide the actions of an order in review. The review reason does not. */
export interface ReviewFacts {
  readonly state: OrderState
  /** The latest attempt may still be delivered. */
  readonly unclear: boolean
  /** The order's suspense account holds money. */
  readonly owed: boolean
  /** A refundable payment exists. */
  readonly paid: boolean
  /** The problem of a refund that a manager may pay instead of the gateway. */
  readonly due: ManualRefund['problem'] | null
  /** The bank account given for a refund is pending approval. */
  readonly account_waits: boolean
  /** The refund of an order in `refunding`: absent, accepted by the gateway, or neither. */
  readonly refund: 'missing' | 'accepted' | 'open'
}

/** Actions of an order in review. Every state has one that ends the review, unless a refund is being sent. */
export function allowedActions(facts: ReviewFacts): ReviewAction[] {
  return [
    'requery',
    ...(facts.unclear ? (['deliver'] as const) : []),
    ...(isRefundable(facts) ? (['refund'] as const) : []),
    ...(facts.account_waits ? (['reject_account'] as const) : []),
    ...(isClosable(facts) ? (['close'] as const) : []),
  ]
}

function isRefundable({ state, unclear, owed, paid, due, refund, account_waits }: ReviewFacts): boolean {
  if (due !== null || account_waits) return true
  switch (state) {
    case 'vending':
      return unclear
    case 'paid':
    case 'vend_failed':
      return paid
    case 'refunding':
      return refund === 'missing'
    case 'delivered':
      return owed && paid
    default:
      return false
  }
}

function isClosable({ state, owed, paid, due, refund }: ReviewFacts): boolean {
  if (due !== null) return false
  switch (state) {
    case 'paid':
    case 'vending':
      return false
    case 'vend_failed':
      return !paid && !owed
    case 'refunding':
      return refund === 'accepted'
    case 'delivered':
      return !owed || !paid
    default:
      return !owed
  }
}

/** The facts as columns of a query over `orders` with `reviewFactJoin`. */
export const reviewFactColumns: RawBuilder<unknown> = sql`
  orders.state,
  (orders.state = 'vending' and exists (select from attempts where attempts.order_id = orders.id and ${isAttemptUnresolved})) as unclear,
  (select coalesce(sum(amount_kobo), 0) <> 0 from ledger_postings where account = 'order:' || orders.id) as owed,
  exists (select from payments where payments.order_id = orders.id and payments.state in ('succeeded', 'succeeded_late')
    and not exists (select from refunds where refunds.payment_id = payments.id
      and refunds.cause in ('second_payment', 'too_late'))) as paid,
  due.problem as due,
  exists (select from refunds where refunds.order_id = orders.id and refunds.state = 'needs_attention'
    and refunds.payout_account_review is not null) as account_waits,
  case when not exists (select from refunds where refunds.order_id = orders.id and refunds.cause in ('not_delivered', 'retry')) then 'missing'
    when exists (select from refunds where refunds.order_id = orders.id and refunds.cause in ('not_delivered', 'retry')
      and refunds.state = 'sent') then 'accepted'
    else 'open' end as refund`

export const reviewFactJoin: RawBuilder<unknown> = sql`left join lateral (${manualRefundQuery(sql.ref('orders.id'))}) as due on true`

/** The facts of one order. Before an action the caller's transaction holds the lock on the order. */
export async function reviewFacts(db: Database['q'] | Tx, orderId: string): Promise<ReviewFacts> {
  const { rows } = await sql<ReviewFacts>`
    select ${reviewFactColumns} from orders ${reviewFactJoin} where orders.id = ${orderId}`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error(`Order ${orderId} does not exist`)
  return facts
}
