import type { ManagedPayment } from '../../../shared/management/orders.ts'
import type { StatusText } from '../../../shared/statuses.ts'
import { orderActionsTexts, paymentStatusTexts } from './texts.ts'

/** Reads the texts at each access, so that they follow the language. */
const status = (label: () => string, tone: StatusText['tone'], explanation: () => string): StatusText => ({
  get label() {
    return label()
  },
  tone,
  get explanation() {
    return explanation()
  },
})

export const paymentStatuses = {
  pending: status(paymentStatusTexts.pending, 'progress', paymentStatusTexts.pendingExplanation),
  paid: status(paymentStatusTexts.paid, 'attention', paymentStatusTexts.paidExplanation),
  failed: status(paymentStatusTexts.failed, 'neutral', paymentStatusTexts.failedExplanation),
  mismatch: status(paymentStatusTexts.mismatch, 'attention', paymentStatusTexts.mismatchExplanation),
  reversed: status(paymentStatusTexts.reversed, 'failure', paymentStatusTexts.reversedExplanation),
} satisfies Record<ManagedPayment['status'], StatusText>

/** The payment that paid for the order. */
export const paysOrderStatus = status(
  orderActionsTexts.paysOrder,
  'success',
  paymentStatusTexts.paidExplanation,
)

export const paymentRefundStatuses = {
  in_progress: status(
    paymentStatusTexts.refundInProgress,
    'progress',
    paymentStatusTexts.refundInProgressExplanation,
  ),
  refunded: status(paymentStatusTexts.refunded, 'success', paymentStatusTexts.refundedExplanation),
  needs_attention: status(
    paymentStatusTexts.needsAccount,
    'attention',
    paymentStatusTexts.needsAccountExplanation,
  ),
  failed: status(paymentStatusTexts.refundFailed, 'failure', paymentStatusTexts.refundFailedExplanation),
} satisfies Record<NonNullable<ManagedPayment['refund']>['status'], StatusText>

export const paymentDisputeStatuses = {
  open: status(paymentStatusTexts.disputed, 'failure', paymentStatusTexts.disputedExplanation),
  won: status(paymentStatusTexts.disputeWon, 'neutral', paymentStatusTexts.disputeWonExplanation),
  lost: status(paymentStatusTexts.disputeLost, 'failure', paymentStatusTexts.disputeLostExplanation),
} satisfies Record<NonNullable<ManagedPayment['dispute']>['state'], StatusText>
