import { nairaOf } from '../../shared/money.ts'
import type { RefundPreview, ReviewAction } from '../../shared/operations.ts'
import { isAtGateway, type Payment } from '../payments/index.ts'
import { allowedActions, type ReviewFacts } from './review-options.ts'
import { refundBreakdownOf } from './vendor-reversal-refund.ts'

/** The facts that decide amount, customer and method of a refund. */
export interface RefundFacts extends ReviewFacts {
  readonly total_kobo: bigint
  /** The unresolved refund. */
  readonly refund_kobo: bigint | null
  /** The refund that a manager may pay instead of its gateway, and the user whose wallet it can go to. */
  readonly manual_refund_kobo: bigint | null
  readonly manual_refund_user_id: string | null
  readonly paid_with: Payment['gateway'] | null
  readonly customer: string
}

/** Actions on an order that is not in review: nothing is closed, and what has ended is not requeried. */
export const actionsOutsideReview = (facts: ReviewFacts): ReviewAction[] =>
  allowedActions(facts).filter(
    (action) => action !== 'close' && !(action === 'requery' && hasNothingToRequery.has(facts.state)),
  )

const hasNothingToRequery: ReadonlySet<ReviewFacts['state']> = new Set(['quoted', 'delivered', 'refunded'])

/** The refund, if made now; null while the order cannot be refunded. */
export function refundPreview(facts: RefundFacts): RefundPreview | null {
  if (!allowedActions(facts).includes('refund')) return null
  const { customer } = facts
  const orderKobo = refundBreakdownOf(facts).refundKobo
  // An unclear order is written off first: its other refunds are separate actions.
  if (!facts.is_outcome_unknown && facts.account_review_pending)
    return { amount: nairaOf(facts.refund_kobo ?? orderKobo), customer, method: 'account', gateway: null }
  if (!facts.is_outcome_unknown && facts.manual_refund_problem !== null) {
    const method = facts.manual_refund_user_id === null ? 'transfer' : 'wallet'
    return { amount: nairaOf(facts.manual_refund_kobo ?? orderKobo), customer, method, gateway: null }
  }
  return { amount: nairaOf(orderKobo), customer, ...methodOf(facts.paid_with) }
}

function methodOf(paidWith: RefundFacts['paid_with']): Pick<RefundPreview, 'method' | 'gateway'> {
  if (paidWith === null || isAtGateway(paidWith)) return { method: 'gateway', gateway: paidWith }
  return { method: paidWith === 'wallet' ? 'wallet' : 'none', gateway: null }
}
