import { defineTexts } from '../../shared/i18n.ts'

/** Wallet history and its CSV file, and messages of the API about top-ups and cards. */
export const walletServerTexts = defineTexts('walletServer', {
  csvDate: 'Date',
  csvType: 'Type',
  csvDescription: 'Description',
  csvReference: 'Reference',
  csvAmount: 'Amount (NGN)',

  topUp: 'Wallet top-up',
  unknownOrder: 'an order',
  refunded: 'Refunded: {order}',
  cashback: 'Cashback: {order}',
  cashbackReversed: 'Cashback reversed: {order}',
  bonus: 'Referral bonus',
  adjustment: 'Adjustment',
  statementTooLong:
    'This period has more than {max} transactions. Choose a shorter one, or download the CSV file.',

  amountOutOfBounds: 'Please enter an amount from {min} to {max}.',
  toppedUp: '{amount} was added to your wallet.',
  checkingPayment: 'We are checking your payment. You do not need to pay again.',
  paymentReversed: 'Your bank reversed this payment of {amount}, so it is no longer in your wallet.',
  cardRemoved: 'The card was removed.',
})
