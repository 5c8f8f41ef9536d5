import { defineTexts } from '../../shared/i18n.ts'

/** The form of every service, and what all pages of an order share. */
export const purchaseTexts = defineTexts('purchase', {
  changeService: 'Change Service',
  cashback: 'You get {percent}% cashback on every purchase.',
  cashbackWithAccount:
    'Create an account and get {percent}% cashback on every purchase. <link>Register</link>',
  unavailableTitle: 'This service is currently not available',
  unavailableSince: 'Since <time></time>',
  notifyMe: "Notify me when it's back",
  amountField: 'Amount (NGN)',
  amountRange: '{min} to {max}',
  invalidPhone: 'Enter a valid phone number, e.g. 0801 234 5678',
  testValues:
    'Test mode: {suggestion}. Test endings: 0001 pending, 0002 timeout, 0003 fails, 0004 no answer.',
  testPhones: 'try 08011111111, or any number that begins with 0801',

  openingOrder: 'Opening your order, please wait...',
  openOrder: 'Open my order',
  codeLabel: '{label}: ',
})
