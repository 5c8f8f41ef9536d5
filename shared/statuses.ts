import type { HealthStatus } from './actions.ts'
import type { BulkPurchase, BulkRowState } from './bulk.ts'
import type { Approval } from './management/approvals.ts'
import type { DeliveryState } from './management/messages.ts'
import type { TopUpState } from './management/top-ups.ts'
import type { OrderState } from './orders.ts'
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

/** Orders, wherever they are listed: account, bulk files, back office and its charts. */
export const orderStatuses = {
  quoted: {
    label: 'Awaiting payment',
    tone: 'neutral',
    explanation: 'No payment has been started.',
  },
  awaiting_payment: {
    label: 'Awaiting payment',
    tone: 'neutral',
    explanation: 'The payment is not confirmed yet.',
  },
  paid: {
    label: 'Processing',
    tone: 'progress',
    explanation: 'The payment is received, and the order is sent to the provider next.',
  },
  vending: {
    label: 'Processing',
    tone: 'progress',
    explanation: 'The payment is received, and the provider has not confirmed delivery yet.',
  },
  delivered: {
    label: 'Delivered',
    tone: 'success',
    explanation: 'The provider confirmed delivery.',
  },
  vend_failed: {
    label: 'Failed',
    tone: 'failure',
    explanation: 'The provider did not deliver. Another provider is tried, or the payment is refunded.',
  },
  refunding: {
    label: 'Refund in progress',
    tone: 'progress',
    explanation: 'The order was not delivered, and its payment is being refunded.',
  },
  refunded: {
    label: 'Refunded',
    tone: 'failure',
    explanation: 'The order was not delivered, and its payment was refunded.',
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    explanation: 'The order was not paid in time.',
  },
} as const satisfies Record<OrderState, StatusText>

/** Shown for an order in manual review, whatever its state. */
export const reviewStatus = {
  label: 'In review',
  tone: 'attention',
  explanation: 'A person is checking this order.',
} as const satisfies StatusText

/** Shown for a purchase that a manager recorded and that Sanwo did not deliver. */
export const recordedStatus = {
  label: 'Recorded',
  tone: 'neutral',
  explanation: 'Bought elsewhere and recorded by a manager.',
} as const satisfies StatusText

/** Rows of a bulk file. */
export const bulkRowStatuses = {
  checking: { label: 'Being checked', tone: 'progress', explanation: 'The row is being checked.' },
  invalid: { label: 'Invalid', tone: 'failure', explanation: 'The row has an error and is not purchased.' },
  ready: { label: 'Ready', tone: 'neutral', explanation: 'The row is checked and can be purchased.' },
  queued: { label: 'Queued', tone: 'progress', explanation: 'The row is purchased soon.' },
  pending: { label: 'Processing', tone: 'progress', explanation: orderStatuses.vending.explanation },
  delivered: orderStatuses.delivered,
  refunded: orderStatuses.refunded,
  rejected: {
    label: 'Not purchased, refunded',
    tone: 'failure',
    explanation: 'The row was not purchased, and its amount was returned to the wallet.',
  },
} as const satisfies Record<BulkRowState, StatusText>

/** Bulk files. */
export const bulkFileStatuses = {
  checking: { label: 'Being checked', tone: 'progress', explanation: 'The rows are being checked.' },
  ready: {
    label: 'Ready to start',
    tone: 'neutral',
    explanation: 'The rows are checked. Nothing was bought.',
  },
  running: { label: 'Processing', tone: 'progress', explanation: 'The rows are being purchased.' },
  done: { label: 'Done', tone: 'success', explanation: 'Each row was delivered, refunded or rejected.' },
  expired: { label: 'Expired', tone: 'neutral', explanation: 'The file was not started in time.' },
} as const satisfies Record<BulkPurchase['state'], StatusText>

/** Support tickets. */
export const ticketStatuses = {
  open: { label: 'Open', tone: 'progress', explanation: 'Awaiting an answer from our support team.' },
  answered: { label: 'Answered', tone: 'success', explanation: 'Our support team has answered.' },
  closed: { label: 'Closed', tone: 'neutral', explanation: 'The ticket needs no answer.' },
} as const satisfies Record<TicketState, StatusText>

/** Wallet top-ups by checkout, by transfer and by a manager. */
export const topUpStatuses = {
  pending: { label: 'Awaiting payment', tone: 'neutral', explanation: 'The payment is not confirmed yet.' },
  credited: { label: 'Credited', tone: 'success', explanation: 'The amount is in the wallet.' },
  review: {
    label: 'In review',
    tone: 'attention',
    explanation: 'A manager decides what happens to the money.',
  },
  failed: {
    label: 'Failed',
    tone: 'failure',
    explanation: 'The payment failed. The wallet was not credited.',
  },
  expired: { label: 'Expired', tone: 'neutral', explanation: 'The top-up was not paid in time.' },
  reversed: { label: 'Reversed', tone: 'failure', explanation: 'The bank reversed the payment.' },
  requested: {
    label: 'Awaiting another manager',
    tone: 'attention',
    explanation: 'Another manager decides.',
  },
  rejected: { label: 'Rejected', tone: 'failure', explanation: 'Another manager rejected the top-up.' },
} as const satisfies Record<TopUpState, StatusText>

/** Messages of a campaign, by recipient. */
export const deliveryStatuses = {
  pending: { label: 'Queued', tone: 'progress', explanation: 'The message is not sent yet.' },
  sent: { label: 'Sent', tone: 'success', explanation: 'The provider accepted the message.' },
  failed: { label: 'Failed', tone: 'failure', explanation: 'The provider did not accept the message.' },
} as const satisfies Record<DeliveryState, StatusText>

/** Requests that a second manager decides. */
export const approvalStatuses = {
  pending: { label: 'Awaiting another manager', tone: 'attention', explanation: 'Another manager decides.' },
  approved: { label: 'Approved', tone: 'success', explanation: 'Another manager approved the request.' },
  rejected: { label: 'Rejected', tone: 'failure', explanation: 'Another manager rejected the request.' },
} as const satisfies Record<Approval['state'], StatusText>

/** Services and electricity companies on the status page. */
export const healthStatuses = {
  available: { label: 'Available', tone: 'success', explanation: 'Orders are accepted and delivered.' },
  degraded: {
    label: 'Delayed',
    tone: 'attention',
    explanation: 'Orders are accepted, but deliveries are late or fail more often than usual.',
  },
  unavailable: { label: 'Unavailable', tone: 'failure', explanation: 'Orders are not delivered now.' },
  off: { label: 'Switched off', tone: 'neutral', explanation: 'We switched the service off.' },
} as const satisfies Record<HealthStatus, StatusText>
