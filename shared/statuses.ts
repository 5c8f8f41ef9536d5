import type { HealthStatus } from './actions.ts'
import type { BulkPurchase, BulkRowState } from './bulk.ts'
import type { Approval } from './management/approvals.ts'
import type { CampaignState, DeliveryState } from './management/messages.ts'
import type { TopUpState } from './management/top-ups.ts'
import type { OrderState } from './orders.ts'
import type { RunState, ScheduleState } from './schedules.ts'
import { statusTexts } from './status-texts.ts'
import type { TicketState } from './tickets.ts'

/** Meaning of a status, shown by its colour. The label always names it too. */
export type StatusTone = 'neutral' | 'progress' | 'attention' | 'success' | 'failure'

/** A status as customers and managers read it. */
export interface StatusText {
  readonly label: string
  readonly tone: StatusTone
  /** One sentence: what the status means. */
  readonly explanation: string
}

/** Reads the texts at each access, so that they follow the language. */
export const statusText = (label: () => string, tone: StatusTone, explanation: () => string): StatusText => ({
  get label() {
    return label()
  },
  tone,
  get explanation() {
    return explanation()
  },
})

/** Orders, wherever they are listed: account, bulk purchases, back office and its charts. */
export const orderStatuses = {
  quoted: statusText(statusTexts.awaitingPayment, 'neutral', statusTexts.orderQuotedExplanation),
  awaiting_payment: statusText(
    statusTexts.awaitingPayment,
    'neutral',
    statusTexts.orderAwaitingPaymentExplanation,
  ),
  paid: statusText(statusTexts.processing, 'progress', statusTexts.orderPaidExplanation),
  vending: statusText(statusTexts.processing, 'progress', statusTexts.orderVendingExplanation),
  delivered: statusText(statusTexts.delivered, 'success', statusTexts.orderDeliveredExplanation),
  vend_failed: statusText(statusTexts.failed, 'failure', statusTexts.orderVendFailedExplanation),
  refunding: statusText(statusTexts.refundInProgress, 'progress', statusTexts.orderRefundingExplanation),
  refunded: statusText(statusTexts.refunded, 'neutral', statusTexts.orderRefundedExplanation),
  expired: statusText(statusTexts.expired, 'neutral', statusTexts.orderExpiredExplanation),
} satisfies Record<OrderState, StatusText>

/** Shown for an order in manual review, in any state. */
export const reviewStatus = statusText(
  statusTexts.inReview,
  'attention',
  statusTexts.reviewExplanation,
) satisfies StatusText

/** Shown for a purchase that a manager recorded and that Sanwo did not deliver. */
export const recordedStatus = statusText(
  statusTexts.recorded,
  'neutral',
  statusTexts.recordedExplanation,
) satisfies StatusText

/** Rows of a bulk purchase. */
export const bulkRowStatuses = {
  checking: statusText(statusTexts.beingChecked, 'progress', statusTexts.bulkRowCheckingExplanation),
  invalid: statusText(statusTexts.invalid, 'failure', statusTexts.bulkRowInvalidExplanation),
  ready: statusText(statusTexts.ready, 'neutral', statusTexts.bulkRowReadyExplanation),
  queued: statusText(statusTexts.queued, 'progress', statusTexts.bulkRowQueuedExplanation),
  pending: statusText(statusTexts.processing, 'progress', statusTexts.orderVendingExplanation),
  delivered: orderStatuses.delivered,
  refunded: orderStatuses.refunded,
  rejected: statusText(statusTexts.notPurchasedRefunded, 'failure', statusTexts.bulkRowRejectedExplanation),
} satisfies Record<BulkRowState, StatusText>

/** Bulk purchases. */
export const bulkPurchaseStatuses = {
  checking: statusText(statusTexts.beingChecked, 'progress', statusTexts.bulkPurchaseCheckingExplanation),
  ready: statusText(statusTexts.readyToStart, 'neutral', statusTexts.bulkPurchaseReadyExplanation),
  running: statusText(statusTexts.processing, 'progress', statusTexts.bulkPurchaseRunningExplanation),
  done: statusText(statusTexts.done, 'success', statusTexts.bulkPurchaseDoneExplanation),
  expired: statusText(statusTexts.expired, 'neutral', statusTexts.bulkPurchaseExpiredExplanation),
} satisfies Record<BulkPurchase['state'], StatusText>

/** Scheduled purchases. */
export const scheduleStatuses = {
  active: statusText(statusTexts.active, 'success', statusTexts.scheduleActiveExplanation),
  paused: statusText(statusTexts.paused, 'attention', statusTexts.schedulePausedExplanation),
  ended: statusText(statusTexts.ended, 'neutral', statusTexts.scheduleEndedExplanation),
} satisfies Record<ScheduleState, StatusText>

/** Runs of a schedule. */
export const runStatuses = {
  waiting: statusText(statusTexts.runWaiting, 'progress', statusTexts.runWaitingExplanation),
  paying: statusText(statusTexts.processing, 'progress', statusTexts.runPayingExplanation),
  pending: statusText(statusTexts.processing, 'progress', statusTexts.orderVendingExplanation),
  delivered: orderStatuses.delivered,
  refunded: orderStatuses.refunded,
  skipped: statusText(statusTexts.skipped, 'neutral', statusTexts.runSkippedExplanation),
  failed: statusText(statusTexts.failed, 'failure', statusTexts.runFailedExplanation),
} satisfies Record<RunState, StatusText>

/** Support tickets. */
export const ticketStatuses = {
  open: statusText(statusTexts.open, 'progress', statusTexts.ticketOpenExplanation),
  answered: statusText(statusTexts.answered, 'success', statusTexts.ticketAnsweredExplanation),
  closed: statusText(statusTexts.closed, 'neutral', statusTexts.ticketClosedExplanation),
} satisfies Record<TicketState, StatusText>

/** Wallet top-ups by checkout, by transfer and by a manager. */
export const topUpStatuses = {
  pending: statusText(statusTexts.awaitingPayment, 'neutral', statusTexts.topUpPendingExplanation),
  credited: statusText(statusTexts.credited, 'success', statusTexts.topUpCreditedExplanation),
  review: statusText(statusTexts.inReview, 'attention', statusTexts.topUpReviewExplanation),
  failed: statusText(statusTexts.failed, 'failure', statusTexts.topUpFailedExplanation),
  expired: statusText(statusTexts.expired, 'neutral', statusTexts.topUpExpiredExplanation),
  reversed: statusText(statusTexts.reversed, 'failure', statusTexts.topUpReversedExplanation),
  requested: statusText(
    statusTexts.awaitingAnotherManager,
    'attention',
    statusTexts.topUpRequestedExplanation,
  ),
  rejected: statusText(statusTexts.rejected, 'failure', statusTexts.topUpRejectedExplanation),
} satisfies Record<TopUpState, StatusText>

/** Messages of a campaign, by recipient. */
export const deliveryStatuses = {
  pending: statusText(statusTexts.queued, 'progress', statusTexts.messagePendingExplanation),
  sent: statusText(statusTexts.sent, 'success', statusTexts.messageSentExplanation),
  failed: statusText(statusTexts.failed, 'failure', statusTexts.messageFailedExplanation),
  cancelled: statusText(statusTexts.cancelled, 'neutral', statusTexts.messageCancelledExplanation),
} satisfies Record<DeliveryState, StatusText>

/** Campaigns. */
export const campaignStatuses = {
  scheduled: statusText(statusTexts.scheduled, 'neutral', statusTexts.campaignScheduledExplanation),
  sending: statusText(statusTexts.sending, 'progress', statusTexts.campaignSendingExplanation),
  paused: statusText(statusTexts.paused, 'attention', statusTexts.campaignPausedExplanation),
  stopped: statusText(statusTexts.stopped, 'neutral', statusTexts.campaignStoppedExplanation),
  sent: statusText(statusTexts.sent, 'success', statusTexts.campaignSentExplanation),
} satisfies Record<CampaignState, StatusText>

/** Requests that a second manager decides. */
export const approvalStatuses = {
  pending: statusText(
    statusTexts.awaitingAnotherManager,
    'attention',
    statusTexts.approvalPendingExplanation,
  ),
  approved: statusText(statusTexts.approved, 'success', statusTexts.approvalApprovedExplanation),
  rejected: statusText(statusTexts.rejected, 'failure', statusTexts.approvalRejectedExplanation),
} satisfies Record<Approval['state'], StatusText>

/** Services and electricity companies on the status page. */
export const healthStatuses = {
  available: statusText(statusTexts.available, 'success', statusTexts.serviceAvailableExplanation),
  degraded: statusText(statusTexts.delayed, 'attention', statusTexts.serviceDegradedExplanation),
  unavailable: statusText(statusTexts.unavailable, 'failure', statusTexts.serviceUnavailableExplanation),
  off: statusText(statusTexts.switchedOff, 'neutral', statusTexts.serviceOffExplanation),
} satisfies Record<HealthStatus, StatusText>
