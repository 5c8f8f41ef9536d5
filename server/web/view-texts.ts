import { defineTexts } from '../../shared/i18n.ts'

/** Texts of the views under views/, except the prose of help, privacy, terms and the API. */
export const viewTexts = defineTexts('view', {
  skipLink: 'Skip to the main part',
  testModeLabel: 'Test mode',
  testMode: '<strong>Test mode.</strong> No real payments. <link>See the simulators</link>',

  accountLabel: 'Your account',
  accountPagesLabel: 'Account pages',
  servicesLabel: 'Services',
  wallet: 'Wallet',
  notifications: 'Notifications',
  more: 'More',
  signOut: 'Sign out',
  signIn: 'Sign in',
  register: 'Register',
  help: 'Help',

  promise: '<strong>{brand}</strong>: every paid order is delivered or refunded.',
  aboutLabel: 'About us',
  serviceStatus: 'Service status',
  privacy: 'Privacy policy',
  terms: 'Terms and conditions',
  api: 'API',

  payHeading: 'Select a payment method',
  payErrorHeading: 'Something went wrong',
  payUnavailable: 'Payments are unavailable right now. You have not been charged. Please try again shortly.',
  payMethods: 'Payment method',
  saveCard: 'Save card for later',
  saveCardHint: 'Works with card payments only.',
  receiptEmail: 'E-mail for the receipt (optional)',
  payButton: 'Continue',

  continueHeading: 'Continue to payment',
  youPay: 'You pay <strong>{total}</strong> for <strong>{purpose}</strong>.',
  youPayBy: 'You pay <strong>{total}</strong> by <strong>{method}</strong> for <strong>{purpose}</strong>.',
  nextStepsHeading: 'What happens next',
  paymentPageOpens: 'The payment page of our payment partner opens.',
  returnAfterPayment: "After payment you'll return here.",
  nothingLost: 'If you close this page after paying, nothing is lost.',
  continueLink: 'Continue to your bank',
  cancel: 'Cancel',

  refreshes: 'This page refreshes automatically. {hint}',
  refreshNow: 'Refresh now',
  reportProblem: 'Report a problem',
  orderFailedHeading: 'This order did not go through',
  payAgain: 'Try payment again',
  openOrder: 'Open my order',

  signOutHeading: 'Sign out',
  signOutHint: 'You can sign in again at any time.',
  signOutButton: 'Sign out',

  statusHeading: 'Service status',
  statusUpdated: 'Updated {time}, Lagos time. Rates and times are those of orders paid in the last hour.',
  statusUnavailable: 'The status is unavailable right now. Please try again shortly.',
  orderProblem: 'Something wrong with your order? <link>Get help</link>.',
})
