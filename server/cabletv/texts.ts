import { defineTexts } from '../../shared/i18n.ts'

/** Cable TV orders: messages of the API, messages to the customer, receipts. */
export const cabletvServerTexts = defineTexts('cabletvServer', {
  receiptTitle: 'Cable TV receipt',
  orderLabelSmartcard: '{bouquet} for smartcard {number}',
  orderLabelPhone: '{bouquet} for phone {number}',
  unnamedBouquet: 'TV',
  subscriptionDelivered: 'Your subscription is paid.',
  voucherDelivered: 'Your voucher is ready.',

  voucherHeadline: 'Your {network} voucher is ready',
  subscriptionHeadline: 'Your {network} subscription is paid',
  voucherNextStep: 'Enter the voucher where you sign in to watch.',
  subscriptionNextStep:
    'Leave your decoder switched on: {network} activates the bouquet within a few minutes.',

  phone: 'Phone',
  smartcard: 'Smartcard',
  voucher: 'Voucher',
  bouquet: 'Bouquet',
  customer: 'Customer',
})
