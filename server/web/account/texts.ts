import { defineTexts } from '../../../shared/i18n.ts'

/** Account pages for browsers without JavaScript: top-ups and saved cards. */
export const accountPageTexts = defineTexts('accountPage', {
  backToWallet: 'Back to your wallet',
  topUpDescription: 'Wallet top-up',
  topUpEmailHint: 'We send the payment receipt to this address.',
  amountOutOfBounds: 'Please enter an amount from {min} to {max}. No money was taken.',
  total: 'Total',
  credited: 'Credited to your wallet',
  topUpPurpose: 'your wallet',
  topUpNext: 'Your wallet is credited.',
  toppedUp: '{amount} is in your wallet now. Reference {reference}, {type}.',
  toppedUpTitle: 'Your wallet is topped up',
  topUpFailedTitle: 'This top-up did not go through',
  checkingTitle: 'Checking your top-up',
  checkingHint: 'You can close it: your wallet is credited automatically, and you do not need to pay again.',
})
