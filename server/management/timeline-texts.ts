import { defineTexts } from '../../shared/i18n.ts'

/** Events of an order's timeline. */
export const timelineTexts = defineTexts('timelineServer', {
  created: 'Order created',
  paid: 'Paid',
  delivered: 'Delivered',
  flagged: 'Flagged for review',
  paymentStarted: 'Payment of {amount} started ({paymentSource})',
  paymentState: 'Payment {state} ({paymentSource})',
  wallet: 'wallet',
  manager: 'manager',
  sent: 'Sent to {vendor}',
  refundStarted: 'Refund of {amount} started',
  state: '{subject}: {state}',
  posting: 'Ledger: {event}',
  mail: 'E-mail {state}',
  sms: 'SMS {state}',
  action: '{action} by {manager}',
  recorded: 'Recorded by {manager}',
  recordedPurchase:
    'This purchase was made on another platform and recorded by a manager. No money moved here.',
})

/** Names of the details of an event. */
export const timelineDetailTexts = defineTexts('timelineDetail', {
  requestId: 'request id',
  reference: 'reference',
  orderReference: 'order reference',
  vendor: 'vendor',
  total: 'total',
  method: 'method',
  cause: 'cause',
  state: 'state',
  gatewayReference: 'gateway reference',
  vendorReference: 'vendor reference',
  paid: 'paid',
  cost: 'cost',
  amount: 'amount',
  channel: 'channel',
  to: 'to',
  subject: 'subject',
  reason: 'reason',
  code: 'code',
  statusChecks: 'status checks',
  sendAttempts: 'send attempts',
  attempts: 'attempts',
  platform: 'platform',
  units: 'units',
  description: 'description',
})
