import { defineTexts } from '../../shared/i18n.ts'

/** Result of a wallet top-up. */
export const walletResultTexts = defineTexts('walletResult', {
  checkingTopUp: 'Checking your top-up, please wait...',
  confirmingPayment: "Confirming your payment. Don't pay again.",
  failedReference: 'Reference {reference}',
  moneyAfterFailure:
    'Nothing was added to your wallet. If your bank debited you, the amount is added to your wallet when the payment is confirmed; otherwise your bank returns it. You can try again.',
  toppedUp: 'Your wallet is topped up',
  redirecting: 'Returning to your wallet in {seconds, plural, one {# second} other {# seconds}}.',
  walletTopUp: 'Wallet top-up',
  openWallet: 'Go to your wallet',
  timeRemaining: 'Time Remaining: {time}',
})
