import { defineTexts } from '../../shared/i18n.ts'

/** Texts that the web server shows outside of islands: navigation, notes after a redirect, the status page. */
export const webTexts = defineTexts('web', {
  somethingWrong: 'Something went wrong',
  getHelp: 'Get help',
  incident: 'Error reference: {incident}',
  methodNotAllowed: 'Method not allowed.',
  unnamedPerson: 'Your account',
  appDescription: 'Pay utility bills in Nigeria',
  buyElectricity: 'Buy electricity',
  findPastToken: 'Find a past token',
  serviceUnreachable: 'We cannot reach this service right now. Please try again shortly.',

  dashboardLink: 'Dashboard',
  dashboardPhoneLink: 'Home',
  payLink: 'Pay',
  payPhoneLink: 'Pay',
  beneficiariesLink: 'Beneficiaries',
  transactionsLink: 'History',
  walletLink: 'Wallet',
  walletPhoneLink: 'Wallet',
  paymentRequestsLink: 'Payment requests',
  cardsLink: 'Cards',
  referralLink: 'Referral',
  ticketsLink: 'Support',
  settingsLink: 'Settings',
  bulkLink: 'Bulk',
  schedulesLink: 'Schedules',

  unpaidNote: 'This order is not paid yet. Here are its details.',
  unfinishedNote: 'The payment of this order is not finished. You can continue it here.',
  paidNote: 'This order is already paid. You do not need to pay again.',
  deliveredNote: 'This order is already delivered. Here is what you bought.',
  failedNote: 'This order could not be delivered. Here is what happens to your money.',
  expiredNote: 'This order has expired. You can start a new one.',
  passwordNote: 'Your password is changed. Please sign in with the new one.',
  scopeNote: 'Your scopes do not include that page. Please ask an admin.',
  cardNote: 'Your saved card is deleted.',
  topUpCancelledNote:
    'Top-up cancelled. Your wallet is unchanged. A payment that is confirmed later is added to your wallet.',

  paymentNotFound: 'We could not find that payment',
  paymentNotFoundMessage:
    'If you were charged, your money is safe: a paid order is delivered or refunded automatically. Tokens and PINs are also sent by SMS.',
  paymentUnchecked: 'We cannot check that payment right now',
  paymentUncheckedMessage:
    'You do not need to pay again. A paid order is delivered automatically, and tokens and PINs are also sent by SMS. Reload this page in a moment.',
  findOrder: 'Find your order',

  allServicesWorking: 'All services are working.',
  someOrdersFailed: 'All services accept orders. Some orders in the last hour were not delivered.',
  someServicesWorking: '{working} of {count} services are working normally.',
  companies: '{count} electricity companies',
  companiesWithProblems: '{count} electricity companies, {failing} with problems',
  tooFewOrders: 'Too few orders in the last hour to measure.',
  deliveredRate: '{percent}% of orders in the last hour were delivered.',
  typicalSeconds:
    'Usually delivered in {count, plural, one {{count} second} other {{count} seconds}}. {rate}',
  typicalMinutes:
    'Usually delivered in {count, plural, one {{count} minute} other {{count} minutes}}. {rate}',
})

/** The page of the link to unsubscribe from e-mails. */
export const unsubscribeTexts = defineTexts('unsubscribePage', {
  heading: 'Unsubscribe from our e-mails?',
  question:
    'You will no longer get news and offers. Receipts, tokens, refunds and security messages still reach you.',
  unsubscribe: 'Unsubscribe',
  unsubscribedHeading: 'You are unsubscribed',
  unsubscribed:
    'You no longer get news and offers by e-mail. Receipts, tokens, refunds and security messages still reach you.',
  subscribeAgain: 'Subscribe again',
  subscribedHeading: 'You are subscribed again',
  subscribed: 'You get our news and offers by e-mail again.',
  invalidHeading: 'This link does not work',
  invalid: 'Please open the link in the e-mail again, or copy the whole link.',
  failedHeading: 'That did not work',
  failed: 'Nothing was changed. Please try again shortly.',
})
