import { defineTexts } from '../../../shared/i18n.ts'

/** Pages of every service: titles, the bill and messages for browsers without JavaScript. */
export const servicePageTexts = defineTexts('servicePage', {
  detailsTitle: 'Confirm your details',
  payTitle: 'Select a payment method',
  payDescription: 'Select a payment method for {product}.',
  orderTitle: 'Your order',
  orderDescription: 'Order status.',
  startAgain: 'Start again',
  backToDetails: 'Back to the details',
  viewStatus: 'View order status',
  notifyMe: "Notify me when it's back",
  serviceClosed: '{message}. {reason}',
  emailHint: "The {content} is also sent by SMS to this order's phone number.",
  historyFailed: 'Transaction records could not retrieved.',

  total: 'Total',
  amount: 'Amount',
  serviceCharge: 'Service charge',
  reference: 'Reference',
  customer: 'Customer',
  notAvailable: 'Not available',
  network: 'Network',
  phone: 'Phone',
  confirmation: 'confirmation',
})

/** Electricity pages. */
export const powerPageTexts = defineTexts('powerPage', {
  formTitle: 'Buy electricity',
  formDescription:
    'Buy a prepaid electricity token or pay a postpaid bill for any distribution company in Nigeria.',
  detailsDescription: 'Check whose meter it is before you pay.',
  successTitle: 'Your purchase',
  successDescription: 'Your token and receipt.',
  arrival: 'You get your token on this site and by SMS, usually within a minute.',
  billArrival: 'Your bill is paid, usually within a minute, and confirmed by SMS.',
  product: 'your electricity',
  smsContent: 'token',
  billSmsContent: 'receipt',
  startOver: 'Re-confirm meter number',
  summary: '{biller}, meter {meter}',
  recipient: 'the meter of {name}',
  company: 'Company',
  meter: 'Meter ({type})',
  billNext: 'Your bill is paid, and the receipt also comes by SMS.',
  tokenNext: 'Your token is shown, and also comes by SMS.',
})

/** Cable TV pages. */
export const cabletvPageTexts = defineTexts('cabletvPage', {
  formTitle: 'Pay for cable TV',
  formDescription: 'Renew or change a DStv, GOtv, StarTimes or Showmax subscription in Nigeria.',
  detailsDescription: 'Check whose smartcard it is before you pay.',
  successTitle: 'Your subscription',
  successDescription: 'Your subscription and receipt.',
  arrival: 'Your subscription is renewed, usually within a minute, and confirmed by SMS.',
  formArrival:
    'Your subscription is renewed, usually within a minute, and confirmed by SMS. For Showmax you get a voucher.',
  voucherArrival: 'You get your voucher on this site and by SMS, usually within a minute.',
  product: 'cable TV',
  summary: '{bouquet}, smartcard {number}',
  recipient: 'the smartcard of {name}',
  unnamedRecipient: 'smartcard {number}',
  smartcard: 'Smartcard number',
  bouquet: 'Bouquet',
  next: 'Your subscription is renewed, and a confirmation comes by SMS.',
})

/** Airtime pages. */
export const airtimePageTexts = defineTexts('airtimePage', {
  formTitle: 'Buy airtime',
  formDescription: 'Top up any phone in Nigeria: MTN, Airtel, Glo, 9mobile.',
  detailsDescription: 'Check the number before you pay.',
  successTitle: 'Your airtime',
  successDescription: 'Your airtime and receipt.',
  arrival: 'The airtime usually arrives within a minute.',
  product: 'airtime',
  summary: '{network} airtime for {phone}',
  next: 'The airtime is sent to the phone immediately.',
})

/** Data pages. */
export const dataPageTexts = defineTexts('dataPage', {
  formTitle: 'Buy data',
  formDescription: 'Data plans of every mobile network in Nigeria.',
  detailsDescription: 'Check number and plan before you pay.',
  successTitle: 'Your data',
  successDescription: 'Your data plan and receipt.',
  arrival: 'The data usually arrives within a minute, confirmed by SMS.',
  product: 'data',
  summary: '{plan} for {device}',
  device: 'Device ID',
  plan: 'Plan',
  next: 'The data is sent immediately, and a confirmation comes by SMS.',
})

/** Exam PIN pages. */
export const educationPageTexts = defineTexts('educationPage', {
  formTitle: 'Buy exam PINs',
  formDescription: 'WAEC and JAMB PINs, delivered immediately.',
  detailsDescription: 'Check what you buy before you pay.',
  successTitle: 'Your PINs',
  successDescription: 'Your PINs and receipt.',
  arrival: 'You get your PINs on this site and by SMS, usually within a minute.',
  product: 'exam PINs',
  smsContent: 'PIN',
  productLabel: 'Product',
  productValue: '{examBody}, {exam}',
  quantity: 'Quantity',
  profileId: 'Profile ID',
  next: 'Your PINs are shown, and also come by SMS.',
})

/** The trust strip of forms and payment pages. */
export const trustTexts = defineTexts('trust', {
  oneCharge: 'You are charged once: the total you see before you pay.',
  oneChargeBrief: 'Charged once',
  refunded: 'If it cannot be delivered, the full total is refunded automatically.',
  refundedBrief: 'Refunded if not delivered',
  noAccount: 'No account needed, and your card number never reaches us.',
  noAccountBrief: 'No account needed',
  deliveredRate: 'Last hour: {percent}% of paid orders delivered.',
  typicalSeconds:
    'Last hour: {percent}% of paid orders delivered, usually in {count, plural, one {{count} second} other {{count} seconds}}.',
  typicalMinutes:
    'Last hour: {percent}% of paid orders delivered, usually in {count, plural, one {{count} minute} other {{count} minutes}}.',
})
