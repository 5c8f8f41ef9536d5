import type { OrderOperations, ReviewAction } from '../../shared/operations.ts'
import type { OrderState } from '../../shared/orders.ts'
import { paymentServerTexts } from '../payments/index.ts'
import { isRefundDisputed, type OrderActionInput } from './review-options.ts'
import { unavailableActionTexts } from './texts.ts'

/** The actions that a manager looks for on every order. The others exist in one situation only. */
const commonActions = ['requery', 'deliver', 'refund'] as const satisfies readonly ReviewAction[]

const stateReasons = {
  quoted: unavailableActionTexts.notPaid,
  awaiting_payment: unavailableActionTexts.notPaid,
  expired: unavailableActionTexts.notPaid,
  paid: unavailableActionTexts.notSent,
  vending: unavailableActionTexts.noAnswerYet,
  vend_failed: unavailableActionTexts.notDelivered,
  delivered: unavailableActionTexts.delivered,
  refunding: unavailableActionTexts.refunding,
  refunded: unavailableActionTexts.refunded,
} as const satisfies Record<OrderState, () => string>

/** The common actions that are not allowed, and why. */
export const unavailableActions = (
  input: OrderActionInput,
  allowed: readonly ReviewAction[],
): OrderOperations['unavailable_actions'] =>
  commonActions
    .filter((action) => !allowed.includes(action))
    .map((action) => ({ action, message: reasonOf(action, input) }))

function reasonOf(action: ReviewAction, input: OrderActionInput): string {
  const { state, has_suspense_balance: hasMoney } = input
  if (action === 'refund' && isRefundDisputed(input)) return paymentServerTexts.disputeOpen()
  const isPaymentGone = state === 'paid' || state === 'vend_failed' || (state === 'delivered' && hasMoney)
  return action === 'refund' && isPaymentGone ? unavailableActionTexts.noPaymentLeft() : stateReasons[state]()
}
