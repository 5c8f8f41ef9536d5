import { defineTexts } from '../../shared/i18n.ts'

/**
 * Screens of the USSD menu: at most 160 characters of the GSM alphabet each, so amounts are written with N. A line that
 * starts with a digit is an option.
 */
export const ussdTexts = defineTexts('ussd', {
  mainTitle: '{brand}: pay bills',
  buyPower: '1. Electricity',
  buyAirtime: '2. Airtime',
  buyData: '3. Data',
  lastTokens: '4. Last tokens',
  orderStatus: '5. Order status',
  walletBalance: '6. Wallet balance',
  linkAccount: '6. Link my account',
  changeLanguage: '7. Language',
  chooseLanguage: 'Language',

  option: '{position}. {label}',
  more: '9. More',
  back: '0. Back',
  cancel: '0. Cancel',
  menu: '0. Menu',

  resumeTitle: 'Your last session ended early.',
  resumeContinue: '1. Continue',
  resumeRestart: '2. Start again',

  chooseMeter: 'Which meter?',
  otherMeter: '9. Another meter',
  enterMeter: 'Enter the meter number.',
  chooseCompany: 'Electricity company',
  chooseMeterType: 'Type of meter',
  prepaid: '1. Prepaid',
  postpaid: '2. Postpaid',
  choosePhone: 'For which number?',
  myPhone: '1. {phone}, mine',
  otherPhone: '2. Another number',
  enterPhone: 'Enter the phone number.',
  chooseNetwork: 'Network',
  choosePriceRange: 'Price of the plan',
  upTo: 'Up to N{amount}',
  between: 'N{from} to N{to}',
  above: 'Above N{amount}',
  choosePlan: 'Data plan',
  planLabel: '{name} N{amount}',
  enterAmount: 'Enter the amount in naira.',

  powerOrder: 'Electricity {number}',
  airtimeOrder: '{network} airtime {number}',
  dataOrder: '{plan} {number}',
  total: 'Pay N{total}',
  totalWithFee: 'Pay N{total} (fee N{fee})',
  arrears: 'Taken for debt: N{arrears}',
  payFromWallet: '1. Wallet',
  payByTransfer: '2. Bank transfer',
  payByLink: '3. SMS link',
  payByLinkOnly: '1. Payment link by SMS',

  pinToPay: 'Enter your PIN to pay N{total} from your wallet.',
  pinForBalance: 'Enter your PIN to see your balance.',
  pinToLink: 'Enter the PIN of your account to link this phone.',
  enterCustomerId: 'More than one account has this number. Enter your customer ID.',

  chooseBank: 'Your bank',
  otherBank: 'Another bank',
  dialBank:
    'Dial {code} to send N{amount} to {bank} {account}. It goes to your wallet. Then dial {ussd} and continue.',
  transferTo:
    'Send N{amount} to {bank} {account}, {name}. It goes to your wallet. Then dial {ussd} and continue.',

  chooseOrder: 'Which order?',
  otherOrder: '9. Other',
  enterReference: 'Enter the reference.',
  orderLabel: '{service} N{amount}',

  paid: 'Paid N{total} from your wallet. You get an SMS when it is delivered. Reference {reference}.',
  paidToken: 'Paid N{total} from your wallet. The token comes by SMS. Reference {reference}.',
  linkSent: 'We sent you an SMS with a link to pay N{total}. Valid until {until}. Reference {reference}.',
  linkSms: '{brand}: pay N{total} for {title}, valid until {until}: {link}',
  noLinkSms: 'You got too many payment links. Try again later.',
  balance: 'Wallet: N{balance}. Bonus: {bonus} UTW.',
  linked: 'This phone is linked to your account.',
  cannotLink: 'No account has this number and a PIN. Sign in on the website, set both, then dial {ussd}.',
  noPlans: 'This network has no data plans now.',
  tokensTitle: 'Meter {meter}',
  tokenLine: '{date} N{amount}: {token}',
  noTokens: 'No tokens of meter {meter} for this phone.',

  statusNotTaken: '{reference}: not paid. No money was taken.',
  statusChecking: '{reference}: we are checking your payment of N{total}.',
  statusReceived: '{reference}: N{total} received. We are working on your order.',
  statusSpent: '{reference}: delivered, N{total} paid.',
  statusReturning: '{reference}: not delivered. We are refunding N{total}.',
  statusRefundHeld:
    '{reference}: not delivered. Your bank disputes N{total}, so our refund waits for its decision.',
  statusReturned: '{reference}: not delivered. N{total} was refunded.',

  invalidChoice: 'Choose a number from the list.',
  invalidMeter: 'This is not a meter number.',
  invalidPhone: 'Not a Nigerian mobile number.',
  invalidAmount: 'Enter whole naira, like 2000.',
  invalidReference: 'A reference has 12 characters.',
  invalidPin: 'A PIN has {length} digits.',
  invalidCustomerId: 'Wrong customer ID.',
  wrongPin: 'Wrong PIN. Try again.',
  lowBalance: 'Your wallet balance is too low.',
  noAccount: 'You have no virtual account.',
  unknownReference: 'This phone has no such order.',

  pinLocked:
    'Your PIN is locked after too many wrong attempts. No money was taken. Try again later, or reset it on the website.',
  pinNotSet: 'Set a PIN on the website first. No money was taken.',
  slow: 'This takes longer than usual. Nothing was lost. Dial {ussd} again in a minute and continue.',
  slowPayment:
    'Your payment takes longer than usual. Dial {ussd} in a minute and choose Order status. Do not pay twice.',
  tooMany: 'Too many requests from this phone. Dial {ussd} again in some minutes.',
  sessionEnded: 'This session has ended. Dial {ussd} again to continue.',
  otherPhoneSession: 'This session belongs to another phone. Dial {ussd} to start your own.',
  inputTooLong: 'That was too long. Dial {ussd} again to continue.',
  foreignPhone: 'This service is for Nigerian phone numbers.',
  paused: '{brand} by USSD is not available now. Please try again later.',
  failed: 'Something went wrong on our side. Dial {ussd} again and check Order status before you pay again.',
})
