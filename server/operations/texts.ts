import { defineTexts } from '../../shared/i18n.ts'

/** Messages of the public service status, and of the request for a message when a service is back. */
export const operationsTexts = defineTexts('operationsServer', {
  switchedOff: 'This service is switched off.',
  vendorOutage: 'Our supplier is down. We’ll reopen this as soon as it’s back.',
  maintenance: 'Temporarily unavailable for maintenance. Paid orders will be completed.',
  companyOutage: 'We cannot reach this company right now.',
  noneDelivered: 'No order of the last hour is confirmed as delivered.',
  someDelayed: 'Some orders of the last hour are delayed or were refunded.',
  slow: 'Deliveries take longer than usual.',
  available: 'You can buy now.',
  messageWhenBack: 'We will tell you when it is back.',
  insurance: 'Insurance',
})

/** Why an action on an order is not available, for managers. */
export const unavailableActionTexts = defineTexts('unavailableActionsServer', {
  notPaid: 'The order is not paid.',
  notSent: 'The order was not sent to a vendor.',
  noAnswerYet: 'The vendor has the order and has not answered yet.',
  notDelivered: 'The vendor did not deliver the order.',
  noPaymentLeft: 'No payment is left to refund.',
  delivered: 'The order is delivered.',
  refunding: 'The refund is in progress.',
  refunded: 'The order is refunded.',
  scopeMissing: 'Your scopes do not cover it.',
})
