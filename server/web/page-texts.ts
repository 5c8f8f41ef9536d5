import { defineTexts } from '../../shared/i18n.ts'

/** Titles and descriptions of pages: in the browser's tab, in search results, in previews of shared links. */
export const pageTexts = defineTexts('page', {
  homeTitle: 'What do you want to pay for today?',
  homeDescription: 'Buy electricity tokens and pay utility bills in Nigeria. No account needed.',

  pastTokenTitle: 'Find a past token',
  pastTokenDescription: 'Find a past token by meter and phone number.',

  reportTitle: 'Report a problem',
  reportDescription: 'Report a problem with your order.',

  refundAccountTitle: 'Where should your refund go?',
  refundAccountDescription: 'Add the bank account for your refund.',

  findOrderTitle: 'Find your order',
  findOrderDescription: 'Open an order that this device does not know.',

  orderLinkTitle: 'Your order',
  orderLinkDescription: 'Opens an order by its link.',

  unsubscribeTitle: 'Our e-mails to you',
  unsubscribeDescription: 'Unsubscribe from our e-mails, or get them again.',
  notifyMeTitle: "Notify me when it's back",
  notifyMeDescription: "We'll send you one message when the service is available again.",

  receiptTitle: 'Receipt',
  receiptDescription: 'A receipt to print.',

  paymentReturnTitle: 'Your payment',
  paymentReturnDescription: 'Return from the payment page.',

  registerTitle: 'Create an account',
  registerDescription: 'Create a personal or company account: cashback, a wallet, saved cards and meters.',

  verifyEmailTitle: 'Verify your e-mail',
  verifyEmailDescription: 'Verify your e-mail with the code we sent.',

  resendCodeTitle: 'Verify your e-mail',
  resendCodeDescription: 'Get a new verification code.',

  loginTitle: 'Sign in',
  loginDescription: 'Sign in to your account.',

  forgotPasswordTitle: 'Forgot your password?',
  forgotPasswordDescription: 'Get a link to choose a new password.',

  resetPasswordTitle: 'Choose a new password',
  resetPasswordDescription: 'Choose a new password with the link in our e-mail.',

  signOutTitle: 'Sign out',
  signOutDescription: 'Sign out of your account.',

  dashboardTitle: 'Your account',
  dashboardDescription: 'Your account.',

  walletTitle: 'Wallet',
  walletDescription: 'Your wallet.',

  beneficiariesTitle: 'Beneficiaries',
  beneficiariesDescription: 'Your saved meters, smartcards, phones and devices.',

  notificationsTitle: 'Notifications',
  notificationsDescription: 'Your notifications.',

  transactionsTitle: 'History',
  transactionsDescription: 'Your orders.',

  ticketsTitle: 'Support tickets',
  ticketsDescription: 'Your support tickets and our replies.',

  cardsTitle: 'Cards',
  cardsDescription: 'Your saved cards.',

  referralTitle: 'Referral',
  referralDescription: 'Your referral code and bonus.',

  settingsTitle: 'Settings',
  settingsDescription: 'Your profile, password, PIN and sessions.',

  bulkTitle: 'Bulk purchases',
  bulkDescription: 'Many purchases from one file, for companies.',

  schedulesTitle: 'Schedules',
  schedulesDescription: 'Your scheduled purchases.',

  topUpTitle: 'Top up your wallet',
  topUpDescription: 'Select a payment method for your top-up.',

  deleteCardTitle: 'Delete a saved card',
  deleteCardDescription: 'Delete a saved card.',

  walletResultTitle: 'Your top-up',
  walletResultDescription: 'Top-up status.',

  helpTitle: 'Help',
  helpDescription: 'Tokens, refunds, and what to do when something goes wrong.',

  offlineTitle: 'Receipts on this device',
  offlineDescription: 'Receipts and tokens that you kept on this device.',

  sharedMeterTitle: 'Buy electricity',
  sharedMeterDescription: 'Buy electricity for a meter number that you shared.',

  serviceStatusTitle: 'Service status',
  serviceStatusDescription:
    'Which services and electricity companies work now, and how fast orders are delivered.',

  privacyTitle: 'Privacy policy',
  privacyDescription: 'What we store about you, why, and for how long.',

  termsTitle: 'Terms and conditions',
  termsDescription: 'The terms for using this service.',

  apiDocsTitle: 'API',
  apiDocsDescription: 'Reference of our API.',

  notFoundTitle: 'Page not found',
  notFoundDescription: 'This page does not exist.',

  errorTitle: 'Something went wrong',
  errorDescription: 'Something went wrong.',
  notFoundMessage: 'The address may be mistyped, or the page has moved. Your orders are not affected.',
  goHome: 'Go to the start page',
})
