import { defineTexts } from '../../shared/i18n.ts'

/** Order details of every service, to check before paying. */
export const detailsTexts = defineTexts('purchase-details', {
  startNewOrder: 'Start a new order',
  expiredTitle: 'This order was not paid in time',
  unpaidTitle: 'This order is not paid yet',
  notChargedTwice: "You won't be charged twice.",
  payAgain: 'Try again',
  askAnotherPerson: 'Ask another person to pay',
  pay: 'Proceed to Payment',
  cancel: 'Cancel',
  edit: 'Edit details',
  vendAmount: 'Vend amount',
})
