import { defineTexts } from '../../shared/i18n.ts'

/** Texts shared by the account pages: page header, order list, wallet history, filters and requests. */
export const accountTexts = defineTexts('account', {
  verifyEmailPrompt: 'Verify your e-mail to use your wallet, cards and cashback. <link>Verify it now</link>',
  noTransactions: 'No transaction records.',
  payBill: 'Pay a bill',
  timeAndDetail: '<time></time>, {detail}',
  notCharged: 'Not charged',
  paidWith: 'Paid with: {method}',
  paid: 'Paid',
  paymentReversed: 'Payment reversed',
  orderDetails: 'Order details',
  loadingOrder: 'Loading your order…',
  orderNotLoaded: 'The order could not be loaded. Close the details and open them again.',
  applyFilters: 'Show',
  clearFilters: 'Clear',
  openingDialog: 'Opening, please wait...',
  offline: 'No internet connection, please check your connection and try again.',
})
