import { defineTexts } from '../../shared/i18n.ts'

/** The form of every service, and what all pages of an order share. */
export const purchaseTexts = defineTexts('purchase', {
  changeService: 'Change Service',
  cashback: 'You get {percent}% cashback on every purchase, but not on the service charge.',
  cashbackWithAccount:
    'Create an account and get {percent}% cashback on every purchase, but not on the service charge. <link>Register</link>',
  unavailableTitle: 'This service is currently not available',
  unavailableSince: 'Since <time></time>',
  notifyMe: "Notify me when it's back",
  amountField: 'Amount (NGN)',
  amountRange: '{min} to {max}',
  invalidPhone: 'Enter a valid phone number, e.g. 0801 234 5678',

  openingOrder: 'Opening your order, please wait...',
  openOrder: 'Open my order',
  codeLabel: '{label}: ',
})
