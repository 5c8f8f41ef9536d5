import { defineTexts } from '../../shared/i18n.ts'

/** Orders of every service: payment options, receipts, messages of the API about the order and its money. */
export const purchaseServerTexts = defineTexts('purchaseServer', {
  network: 'Network',
  quantity: 'Quantity',
  customer: 'Customer',
  pin: 'PIN',
  numberedPin: 'PIN {number}',
  pinWithSerial: '{label} (serial {serial})',

  transferTitle: 'Bank transfer',
  transferDescription: 'Transfer to a one-time account number',
  cardTitle: 'Card',
  cardDescription: 'Pay with a Verve, Mastercard or Visa card',
  ussdTitle: 'USSD',
  ussdDescription: "Dial your bank's USSD code. No data needed.",
  walletTitle: 'Wallet',
  walletDescription: 'Pay from your wallet balance',
  savedCardTitle: 'Saved card',
  savedCardDescription: 'Pay with a card you saved',
  phoneNumberTitle: 'Phone number',
  phoneNumberDescription: 'Pay with your bank-linked phone number',
  cardEnding: 'Card ending {digits}',
  methodAtGateway: '{method} ({gateway})',

  phoneInvalid: 'Enter a valid phone number, e.g. 0803 123 4567.',
  mobileNumberInvalid: 'Please enter a Nigerian mobile number with 11 digits, like 0803 123 4567.',
  notInList: 'Please choose from the list.',
  bouquetNotSold: '{network} does not sell this bouquet now. Please choose another bouquet.',
  planNotSold: '{network} does not sell this plan now. Please choose another plan.',
  pinTypeNotSold: '{network} does not sell this type of PIN now. Please choose another type.',
  productPriceChanged: 'The price of {product} has changed. No money was taken. Please start again.',
  priceChanged: 'The price of this has changed. No money was taken. Please start again.',
  becameUnavailable: 'This service just became unavailable. You have not been charged. Please start again.',

  notTaken: 'No money was taken.',
  notPaidYet: 'This order has not been paid yet. No money was taken.',
  checkingPayment: 'We are checking your payment. You do not need to pay again.',
  received: 'We have received your payment of {total}. You do not need to pay again.',
  delivered: 'Delivered. {total} paid.',
  chargedBack: 'We could not deliver this order, and your bank reversed the payment.',
  disputed:
    'We could not deliver this order. Your bank is handling a dispute of your payment of {total}, so our refund waits for its decision.',
  disputedAccountStored:
    'We could not deliver this order. Your bank is handling a dispute of your payment of {total}, so our refund waits for its decision. We have your bank account for the refund.',
  managerDelivered: 'We bought this for you, and it was delivered.',
  managerInProgress: 'We are buying this for you. You do not need to pay.',
  managerNotBought: 'This could not be bought. Your wallet was not charged.',
  requestPaid: 'Your payment request was paid. We are working on your order.',
  requestDelivered: 'Your payment request was paid, and we delivered this order.',
  requestRefunding: 'We could not deliver this order. The person who paid gets the money back.',
  requestRefundHeld:
    "We could not deliver this order. The refund to the person who paid waits for a decision of that person's bank.",
  requestRefunded: 'We could not deliver this order. The person who paid got the money back.',

  refundNeedsAccount:
    "We couldn't refund {amount} to your card or bank account. Add a bank account to get your refund.",
  refundAccountReviewed:
    'We are checking the bank account ending {digits} that you added for your refund of {amount}. We will tell you when the money is sent.',
  refundPinMissing: 'Please enter the PIN.',
  refundSignIn: 'Please sign in to the account that paid.',
  refundEmailCode: 'Please confirm the code that we e-mail to the address given when this order was paid.',
  refundPayingBrowser: 'Please add the bank account in the browser that you paid with, or report a problem.',
})
