import { defineTexts } from '../../shared/i18n.ts'

/** Messages of the public service status, and of the request for a message when a service is back. */
export const operationsTexts = defineTexts('operationsServer', {
  switchedOff: 'This service is switched off.',
  noneDelivered: 'No order of the last hour is confirmed as delivered.',
  someDelayed: 'Some orders of the last hour are delayed or were refunded.',
  slow: 'Deliveries take longer than usual.',
  available: 'You can buy now.',
  messageWhenBack: 'We will tell you when it is back.',
})
