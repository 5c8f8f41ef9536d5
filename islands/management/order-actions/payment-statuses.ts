import type { ManagedPayment } from '../../../shared/management/orders.ts'
import { type StatusText, statusText } from '../../../shared/statuses.ts'
import { orderActionsTexts, paymentStatusTexts } from './texts.ts'

export const paymentStatuses = {
  pending: statusText(paymentStatusTexts.pending, 'progress', paymentStatusTexts.pendingExplanation),
  paid: statusText(paymentStatusTexts.paid, 'attention', paymentStatusTexts.paidExplanation),
  failed: statusText(paymentStatusTexts.failed, 'neutral', paymentStatusTexts.failedExplanation),
  mismatch: statusText(paymentStatusTexts.mismatch, 'attention', paymentStatusTexts.mismatchExplanation),
  reversed: statusText(paymentStatusTexts.reversed, 'failure', paymentStatusTexts.reversedExplanation),
} satisfies Record<ManagedPayment['status'], StatusText>

/** The payment that paid for the order. */
export const appliedPaymentStatus = statusText(
  orderActionsTexts.paysOrder,
  'success',
  paymentStatusTexts.paidExplanation,
)

export const paymentRefundStatuses = {
  in_progress: statusText(
    paymentStatusTexts.refundInProgress,
    'progress',
    paymentStatusTexts.refundInProgressExplanation,
  ),
  refunded: statusText(paymentStatusTexts.refunded, 'success', paymentStatusTexts.refundedExplanation),
  needs_attention: statusText(
    paymentStatusTexts.needsAccount,
    'attention',
    paymentStatusTexts.needsAccountExplanation,
  ),
  failed: statusText(paymentStatusTexts.refundFailed, 'failure', paymentStatusTexts.refundFailedExplanation),
} satisfies Record<NonNullable<ManagedPayment['refund']>['status'], StatusText>

export const paymentDisputeStatuses = {
  open: statusText(paymentStatusTexts.disputed, 'failure', paymentStatusTexts.disputedExplanation),
  won: statusText(paymentStatusTexts.disputeWon, 'neutral', paymentStatusTexts.disputeWonExplanation),
  lost: statusText(paymentStatusTexts.disputeLost, 'failure', paymentStatusTexts.disputeLostExplanation),
} satisfies Record<NonNullable<ManagedPayment['dispute']>['state'], StatusText>
