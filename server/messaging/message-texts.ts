import { defineTexts } from '../../shared/i18n.ts'

/** SMS and mails about orders. Each SMS text is one line; `smsLine` reduces it to the GSM alphabet. */
export const orderMessageTexts = defineTexts('orderMessage', {
  smsToken: '{brand} token',
  smsTokens: '{brand}: enter in this order',
  smsBillPaid: '{brand}: your {biller} bill is paid',
  smsHeadline: '{brand}: {headline}',
  smsCode: '{label}: {code}',
  smsUnits: 'Units: {units} kWh',
  smsMeter: 'Meter: {meter}',
  smsAmount: 'Amount: {amount}',
  smsReference: 'Ref: {reference}',

  tokenSubject: 'Your electricity token for meter {meter}',
  tokenIntro: 'Your electricity is ready. Enter this token on your meter.',
  tokensIntro:
    'Your electricity is ready. Enter these codes on your meter one after the other, in this order.',
  tokenRejected:
    'If the meter says "reject", check each group of digits and enter it once more. If it still fails, contact us with the reference below.',
  numberedCode: '{number}. {label}',
  billSubject: 'Your electricity bill for meter {meter} is paid',
  billIntro: 'Your {biller} bill is paid. A postpaid meter needs no token: there is nothing to enter.',
  headlineSentence: '{headline}.',
  viewOrderAndReceipt: 'View your order and receipt',
  viewOrder: 'View order',

  units: 'Units',
  unitsValue: '{units} kWh',
  meter: 'Meter',
  meterValue: '{meter} ({type})',
  company: 'Company',
  customer: 'Customer',
  amount: 'Amount',
  vatIncluded: 'VAT included',
  arrearsDeducted: 'Arrears deducted',
  serviceCharge: 'Service charge',
  totalPaid: 'Total paid',
  date: 'Date',
  reference: 'Reference',
  order: 'Order',
})

/** Refunds: on the order page, by SMS and by mail. */
export const refundTexts = defineTexts('refund', {
  notDelivered: 'We could not deliver this order.',
  paidTwice: 'This order was paid more than once.',
  wrongAmount: 'You paid {paid} instead of {total}, so this payment was not used.',
  tooLate: 'This payment arrived after the order was refunded.',
  overpaid: 'You paid {amount} more than the order costs.',
  goodwill: 'We return a part of your payment as goodwill. Your purchase stays as it is.',

  pageSentence: '{reason} {sentence}',
  started: "We're refunding {amount} to {destination}.",
  startedBy: "We're refunding {amount} to {destination}. It should arrive by {day}.",
  startedOverdue:
    "We're refunding {amount} to {destination}. It should have arrived by {day}. If you don't see it, ask your bank or report a problem.",
  completed: 'We refunded {amount} to {destination}.',
  completedBy: 'We refunded {amount} to {destination}. Your bank should show it by {day}.',
  completedOverdue:
    "We refunded {amount} to {destination}. It should have arrived by {day}. If you don't see it, ask your bank or report a problem.",
  needsAccount:
    "We couldn't refund {amount} to your card or bank account. Add a bank account to get your refund.",

  smsReason: '{brand}: {reason}',
  smsStarted: 'Refund of {amount} to {destination}.',
  smsStartedBy: 'Refund of {amount} to {destination} by {day}.',
  smsNeedsAccount: "{brand}: we couldn't refund {amount} to your card or bank account.",
  smsAddAccount: 'Add your bank account here:',

  startedSubject: 'Your refund has started (order {reference})',
  nothingToDo: '{started} You do not need to do anything.',
  needsAccountSubject: 'Add a bank account to get your refund (order {reference})',
  neverAsk: 'We never ask for a PIN, a password or a card number.',
  anyAccount: 'a bank account you provide',
  addAccount: 'Add bank account',
  completedSubject: "You've been refunded (order {reference})",

  orderTotal: 'Order total',
  refund: 'Refund',
  goesTo: 'Goes to',

  codeSubject: '{brand}: your code for refund of order {reference}',
  codeIntro:
    'Enter this code to add the bank account for your refund of {amount}. It works for {minutes} minutes.',
  codeWarning: "Don't share it. We never ask for this code by phone.",
  code: 'Your code',
  help: 'Help',

  accountAddedSubject: 'Bank account added for your refund (order {reference})',
  accountAdded: 'The account ending {digits} was added for your refund of {amount}. {next}',
  accountAtBankAdded: 'The account ending {digits} at {bank} was added for your refund of {amount}. {next}',
  smsAccountAdded: '{brand}: bank account ending {digits} was added for your refund of {amount}.',
  smsAccountAtBankAdded:
    '{brand}: bank account ending {digits} at {bank} was added for your refund of {amount}.',
  accountReviewed: 'We check it before we send the money.',
  accountPaid: 'The refund is being sent to this account.',
  smsNotYou: 'Not you? Tell us now:',
  accountNotAdded: 'If you did not add it, tell us now.',
  bank: 'Bank',
  notAvailable: 'Not available',
  account: 'Account',
  accountValue: 'ending {digits}',
  notMe: 'This was not me',
})

/** Mails about the account of a user, replies to tickets, and alerts. */
export const accountMessageTexts = defineTexts('accountMessage', {
  greeting: 'Hello {name},',
  greetingWithoutName: 'Hello,',

  verificationSubject: 'Your {brand} verification code',
  verificationIntro: 'Enter this code on the page where you registered. It expires in {minutes} minutes.',
  verificationWarning: "If you didn't sign up, ignore this e-mail. We never ask for this code by phone.",
  code: 'Your code',
  enterCode: 'Enter the code',

  accountExistsSubject: 'You already have an account at {brand}',
  accountExists:
    'Someone tried to register with your e-mail address. You already have an account; nothing was changed.',
  accountExistsAdvice: 'To use it, sign in with your password. If you have forgotten it, choose a new one.',
  choosePassword: 'Choose a new password',

  resetSubject: '{brand}: choose a new password',
  resetIntro:
    'We received a request to reset your password. The link expires in {minutes} minutes and works once.',
  resetWarning: "If this wasn't you, ignore this e-mail: your password stays the same.",

  passwordChangedSubject: 'Your password at {brand} was changed',
  passwordChanged: 'Your password was changed, and you were signed out everywhere.',
  passwordChangedWarning: "If this wasn't you, reset your password now.",

  pinRemovedSubject: '{brand}: set a new PIN',
  pinRemoved: 'Our support team removed the PIN of your account. Sign in and set a new one in your settings.',
  pinRemovedWarning:
    "If you didn't ask for this, contact us. We never ask for your PIN by phone, e-mail or SMS.",
  setPin: 'Set a new PIN',

  accountClosedSubject: 'Your account at {brand} is closed',
  accountClosed:
    'Your account is closed, and your personal data is deleted. We keep paid orders and wallet transactions for our accounts. Money that is paid in from now on is returned to its payer.',
  accountClosedWarning:
    "If this wasn't you, contact us now. You can register again with this e-mail at any time.",
  openSite: 'Open our site',

  ticketSubject: '{brand}: reply to ticket {number}',
  ticketMessage: 'Your message',
  ticket: 'Ticket',
  moreHelp: 'Get more help',

  walletCreditedSubject: '{amount} was added to your wallet',
  walletCredited: '{amount} was added to your wallet.',
  walletCreditedFor: 'For',
  seeWallet: 'See your wallet',

  alertSubject: '{brand} alert: {subject}',
  alertTime: 'When',
  openAlert: 'Open',

  serviceRestored: '{service} is available again.',
  serviceRestoredSubject: '{service} is available again at {brand}',
  serviceRestoredReason: 'You asked us to let you know.',
  smsServiceRestored: '{brand}: {service} is available again. {url}',
  continue: 'Continue',
})

/** Below every e-mail that managers send to customers. */
export const campaignMailTexts = defineTexts('campaignMail', {
  reason: 'You get this e-mail as a customer of {brand}.',
  unsubscribe: 'Unsubscribe',
})
