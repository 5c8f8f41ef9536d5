import { defineTexts } from '../../shared/i18n.ts'

/** Result of a wallet top-up. */
export const walletResultTexts = defineTexts('walletResult', {
  checkingTopUp: 'Checking your top-up, please wait...',
  confirmingPayment: "Confirming your payment. Don't pay again.",
  failedReference: 'Reference {reference}',
  moneyAfterFailure:
    'Nothing was added to your wallet, and you can try again. A payment that is confirmed later is added to your wallet.',
  toppedUp: 'Your wallet is topped up',
  redirecting: 'Returning to your wallet in {seconds, plural, one {# second} other {# seconds}}.',
  walletTopUp: 'Wallet top-up',
  openWallet: 'Go to your wallet',
  timeRemaining: 'Time Remaining: {time}',
})
