import { defineTexts } from '../../shared/i18n.ts'

/** Texts of the views under views/, except the prose of help, privacy, terms and the API. */
export const viewTexts = defineTexts('view', {
  skipLink: 'Skip to the main part',
  testModeLabel: 'Test mode',
  testMode: '<strong>Test mode.</strong> No real payments. <link>See the simulators</link>',
  testModeNumbers: '<strong>Test mode.</strong> No real payments. <show>Test numbers</show>',
  testMeters: 'Electricity: meter 11000000000 (prepaid) or 10000000000 (postpaid)',
  testSmartcard: 'Cable TV: smartcard 1212121212, or any number that begins with 12',
  testPhone: 'Airtime and data: phone 08011111111, or any number that begins with 0801',
  testProfile: 'JAMB: profile ID 0123456789',
  testEndings:
    'Endings: 0001 is pending first, 0002 times out, 0003 fails and is refunded, 0004 gets no answer',
  testSimulators: '<link>See the simulators</link>',

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

  trustLabel: 'What you can rely on',
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
  payPin: 'Your PIN',
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
  openOrder: 'Open my order',

  signOutHeading: 'Sign out',
  signOutHint: 'You can sign in again at any time.',
  signOutButton: 'Sign out',

  statusHeading: 'Service status',
  statusUpdated: 'Updated {time}, Lagos time. Rates and times are those of orders paid in the last hour.',
  statusUnavailable: 'The status is unavailable right now. Please try again shortly.',
  orderProblem: 'Something wrong with your order? <link>Get help</link>.',
})
