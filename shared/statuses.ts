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
const status = (label: () => string, tone: StatusTone, explanation: () => string): StatusText => ({
  get label() {
    return label()
  },
  tone,
  get explanation() {
    return explanation()
  },
})

/** Orders, wherever they are listed: account, bulk files, back office and its charts. */
export const orderStatuses = {
  quoted: status(statusTexts.awaitingPayment, 'neutral', statusTexts.orderQuotedExplanation),
  awaiting_payment: status(
    statusTexts.awaitingPayment,
    'neutral',
    statusTexts.orderAwaitingPaymentExplanation,
  ),
  paid: status(statusTexts.processing, 'progress', statusTexts.orderPaidExplanation),
  vending: status(statusTexts.processing, 'progress', statusTexts.orderVendingExplanation),
  delivered: status(statusTexts.delivered, 'success', statusTexts.orderDeliveredExplanation),
  vend_failed: status(statusTexts.failed, 'failure', statusTexts.orderVendFailedExplanation),
  refunding: status(statusTexts.refundInProgress, 'progress', statusTexts.orderRefundingExplanation),
  refunded: status(statusTexts.refunded, 'neutral', statusTexts.orderRefundedExplanation),
  expired: status(statusTexts.expired, 'neutral', statusTexts.orderExpiredExplanation),
} satisfies Record<OrderState, StatusText>

/** Shown for an order in manual review, whatever its state. */
export const reviewStatus = status(
  statusTexts.inReview,
  'attention',
  statusTexts.reviewExplanation,
) satisfies StatusText

/** Shown for a purchase that a manager recorded and that Sanwo did not deliver. */
export const recordedStatus = status(
  statusTexts.recorded,
  'neutral',
  statusTexts.recordedExplanation,
) satisfies StatusText

/** Rows of a bulk file. */
export const bulkRowStatuses = {
  checking: status(statusTexts.beingChecked, 'progress', statusTexts.bulkRowCheckingExplanation),
  invalid: status(statusTexts.invalid, 'failure', statusTexts.bulkRowInvalidExplanation),
  ready: status(statusTexts.ready, 'neutral', statusTexts.bulkRowReadyExplanation),
  queued: status(statusTexts.queued, 'progress', statusTexts.bulkRowQueuedExplanation),
  pending: status(statusTexts.processing, 'progress', statusTexts.orderVendingExplanation),
  delivered: orderStatuses.delivered,
  refunded: orderStatuses.refunded,
  rejected: status(statusTexts.notPurchasedRefunded, 'failure', statusTexts.bulkRowRejectedExplanation),
} satisfies Record<BulkRowState, StatusText>

/** Bulk files. */
export const bulkFileStatuses = {
  checking: status(statusTexts.beingChecked, 'progress', statusTexts.bulkFileCheckingExplanation),
  ready: status(statusTexts.readyToStart, 'neutral', statusTexts.bulkFileReadyExplanation),
  running: status(statusTexts.processing, 'progress', statusTexts.bulkFileRunningExplanation),
  done: status(statusTexts.done, 'success', statusTexts.bulkFileDoneExplanation),
  expired: status(statusTexts.expired, 'neutral', statusTexts.bulkFileExpiredExplanation),
} satisfies Record<BulkPurchase['state'], StatusText>

/** Scheduled purchases. */
export const scheduleStatuses = {
  active: status(statusTexts.active, 'success', statusTexts.scheduleActiveExplanation),
  paused: status(statusTexts.paused, 'attention', statusTexts.schedulePausedExplanation),
  ended: status(statusTexts.ended, 'neutral', statusTexts.scheduleEndedExplanation),
} satisfies Record<ScheduleState, StatusText>

/** Runs of a schedule. */
export const runStatuses = {
  waiting: status(statusTexts.runWaiting, 'progress', statusTexts.runWaitingExplanation),
  paying: status(statusTexts.processing, 'progress', statusTexts.runPayingExplanation),
  pending: status(statusTexts.processing, 'progress', statusTexts.orderVendingExplanation),
  delivered: orderStatuses.delivered,
  refunded: orderStatuses.refunded,
  skipped: status(statusTexts.skipped, 'neutral', statusTexts.runSkippedExplanation),
  failed: status(statusTexts.failed, 'failure', statusTexts.runFailedExplanation),
} satisfies Record<RunState, StatusText>

/** Support tickets. */
export const ticketStatuses = {
  open: status(statusTexts.open, 'progress', statusTexts.ticketOpenExplanation),
  answered: status(statusTexts.answered, 'success', statusTexts.ticketAnsweredExplanation),
  closed: status(statusTexts.closed, 'neutral', statusTexts.ticketClosedExplanation),
} satisfies Record<TicketState, StatusText>

/** Wallet top-ups by checkout, by transfer and by a manager. */
export const topUpStatuses = {
  pending: status(statusTexts.awaitingPayment, 'neutral', statusTexts.topUpPendingExplanation),
  credited: status(statusTexts.credited, 'success', statusTexts.topUpCreditedExplanation),
  review: status(statusTexts.inReview, 'attention', statusTexts.topUpReviewExplanation),
  failed: status(statusTexts.failed, 'failure', statusTexts.topUpFailedExplanation),
  expired: status(statusTexts.expired, 'neutral', statusTexts.topUpExpiredExplanation),
  reversed: status(statusTexts.reversed, 'failure', statusTexts.topUpReversedExplanation),
  requested: status(statusTexts.awaitingAnotherManager, 'attention', statusTexts.topUpRequestedExplanation),
  rejected: status(statusTexts.rejected, 'failure', statusTexts.topUpRejectedExplanation),
} satisfies Record<TopUpState, StatusText>

/** Messages of a campaign, by recipient. */
export const deliveryStatuses = {
  pending: status(statusTexts.queued, 'progress', statusTexts.messagePendingExplanation),
  sent: status(statusTexts.sent, 'success', statusTexts.messageSentExplanation),
  failed: status(statusTexts.failed, 'failure', statusTexts.messageFailedExplanation),
  cancelled: status(statusTexts.cancelled, 'neutral', statusTexts.messageCancelledExplanation),
} satisfies Record<DeliveryState, StatusText>

/** Campaigns. */
export const campaignStatuses = {
  scheduled: status(statusTexts.scheduled, 'neutral', statusTexts.campaignScheduledExplanation),
  sending: status(statusTexts.sending, 'progress', statusTexts.campaignSendingExplanation),
  paused: status(statusTexts.paused, 'attention', statusTexts.campaignPausedExplanation),
  stopped: status(statusTexts.stopped, 'neutral', statusTexts.campaignStoppedExplanation),
  sent: status(statusTexts.sent, 'success', statusTexts.campaignSentExplanation),
} satisfies Record<CampaignState, StatusText>

/** Requests that a second manager decides. */
export const approvalStatuses = {
  pending: status(statusTexts.awaitingAnotherManager, 'attention', statusTexts.approvalPendingExplanation),
  approved: status(statusTexts.approved, 'success', statusTexts.approvalApprovedExplanation),
  rejected: status(statusTexts.rejected, 'failure', statusTexts.approvalRejectedExplanation),
} satisfies Record<Approval['state'], StatusText>

/** Services and electricity companies on the status page. */
export const healthStatuses = {
  available: status(statusTexts.available, 'success', statusTexts.serviceAvailableExplanation),
  degraded: status(statusTexts.delayed, 'attention', statusTexts.serviceDegradedExplanation),
  unavailable: status(statusTexts.unavailable, 'failure', statusTexts.serviceUnavailableExplanation),
  off: status(statusTexts.switchedOff, 'neutral', statusTexts.serviceOffExplanation),
} satisfies Record<HealthStatus, StatusText>
