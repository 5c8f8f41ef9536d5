import { nairaOf } from '../../shared/money.ts'
import type { RefundPreview, ReviewAction } from '../../shared/operations.ts'
import { isAtGateway, type Payment } from '../payments/index.ts'
import { allowedActions, type OrderActionInput } from './review-options.ts'
import { refundBreakdownOf } from './vendor-reversal-refund.ts'

/** The values that determine the amount, customer and method of a refund. */
export interface RefundPreviewInput extends OrderActionInput {
  readonly total_kobo: bigint
  /** The refund that is not processed yet. */
  readonly refund_kobo: bigint | null
  /** The refund that a manager may pay instead of its gateway, and the user whose wallet it can go to. */
  readonly manual_refund_kobo: bigint | null
  readonly manual_refund_user_id: string | null
  readonly paid_with: Payment['gateway'] | null
  readonly customer: string
}

/** Actions on an order that is not in review: nothing is closed, and what has ended is not requeried. */
export const actionsOutsideReview = (input: OrderActionInput): ReviewAction[] =>
  allowedActions(input).filter(
    (action) => action !== 'close' && !(action === 'requery' && hasNothingToRequery.has(input.state)),
  )

const hasNothingToRequery: ReadonlySet<OrderActionInput['state']> = new Set([
  'quoted',
  'delivered',
  'refunded',
])

/** The refund, if made now; null while the order cannot be refunded. */
export function refundPreview(input: RefundPreviewInput): RefundPreview | null {
  if (!allowedActions(input).includes('refund')) return null
  const { customer } = input
  const orderKobo = refundBreakdownOf(input).refundKobo
  // An order with an unknown outcome is written off first: its other refunds are separate actions.
  if (!input.is_outcome_unknown && input.account_review_pending)
    return { amount: nairaOf(input.refund_kobo ?? orderKobo), customer, method: 'account', gateway: null }
  if (!input.is_outcome_unknown && input.manual_refund_status !== null) {
    const method = input.manual_refund_user_id === null ? 'transfer' : 'wallet'
    return { amount: nairaOf(input.manual_refund_kobo ?? orderKobo), customer, method, gateway: null }
  }
  return { amount: nairaOf(orderKobo), customer, ...methodOf(input.paid_with) }
}

function methodOf(paidWith: RefundPreviewInput['paid_with']): Pick<RefundPreview, 'method' | 'gateway'> {
  if (paidWith === null || isAtGateway(paidWith)) return { method: 'gateway', gateway: paidWith }
  return { method: paidWith === 'wallet' ? 'wallet' : 'none', gateway: null }
}
