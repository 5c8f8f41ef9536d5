import { defineTexts } from '../../shared/i18n.ts'

/** The payment dialog. Source of the quoted texts: specification 1, sections 5 and 7. */
export const paymentTexts = defineTexts('payment', {
  title: 'How do you want to pay?',
  forWallet: 'For your wallet',
  forBeneficiary: 'For {beneficiary}',
  methods: 'Payment method',
  allMethods: 'All payment methods',
  savedCards: 'Saved card',
  cardExpiry: 'Expires {expiry}',
  cardExpiryAndIssuer: 'Expires {expiry}, {issuer}',
  walletDescription: '{description}. You have {balance}',
  saveCard: 'Save card for later',
  email: 'E-mail for your receipt (optional)',
  keepOpen:
    'Please do not close this window after a successful transaction, while we verify it and process your subscription.',
  pay: 'Pay {amount}',
  selectCard: 'Choose a card',
  selectMethod: 'Select a payment method',
  opening: 'Opening the payment page, please wait...',
  openingIsSlow: 'The payment page is taking a while to open.',
  openPaymentPage: 'Open the payment page',

  nextStep: 'Next: {step}',
  nextStepTransfer: "We'll confirm automatically once your transfer arrives.",
  nextStepCard: "You enter your card on our payment partner's page. We never see your card number.",
  nextStepUssd: 'You get a code to dial on your phone.',
  nextStepPhone: 'You approve the payment on your phone.',
  nextStepWallet: 'Paid instantly from your wallet.',
  nextStepSavedCard: 'Your saved card is charged. Your bank may ask you to approve it.',

  signedOut: 'You are signed out. Sign in again to use your wallet or saved cards, or choose another method.',
  noCheckout: 'The payment page cannot be opened right now. No money was taken.',
  topUpDescription: 'Wallet top-up',
})
