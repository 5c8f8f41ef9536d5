import { defineTexts } from '../../shared/i18n.ts'

/** Airtime orders: messages of the API, messages to the customer, receipts, titles in the history. */
export const airtimeServerTexts = defineTexts('airtimeServer', {
  historyTitle: '{network} airtime',
  receiptTitle: 'Airtime receipt',
  orderLabel: 'Airtime for {number}',
  delivered: 'Your airtime was sent.',
  headline: '{network} airtime was sent',
  nextStep: 'The number has been recharged.',
  phone: 'Phone',

  belowMinimum: 'Minimum for {network} is {amount}.',
  aboveMaximum: 'Maximum for {network} is {amount}.',
})
