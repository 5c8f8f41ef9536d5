import { defineTexts } from '../../shared/i18n.ts'

/** Bank account for a refund, and the proof that the visitor paid. */
export const refundAccountTexts = defineTexts('refund-account', {
  title: 'Add bank account for refund',
  reason: "We couldn't refund {amount} of order {reference} to your original payment method.",
  backToOrder: 'Back to the order',
  bank: 'Bank',
  chooseBank: 'Choose your bank',
  accountNumber: 'Account number',
  accountNumberHint: 'The 10 digits of a bank account in your own name.',
  verify: 'Verify account',
  verifying: 'Verifying the account, please wait...',
  owner: 'This account belongs to <name></name>',
  unknownOwner: "We couldn't confirm the account name. Check the number again.",
  pin: 'Your 6-digit PIN',
  confirm: 'Refund {amount} to this account',
  saving: 'Saving your bank account, please wait...',

  signInFirst: 'This order was paid from an account. Sign in to it to add your bank account.',
  otherBrowser:
    'To protect your money, a bank account can be added only in the browser that paid. Open this page there, or tell us and we will help you.',
  emailCodeIntroduction:
    'To protect your money, first confirm that you paid. We e-mail a code to the address that was given when this order was paid.',
  sendCode: 'E-mail me a code',
  sendAnotherCode: 'Send another code',
  code: 'Code',
  codeHint: 'We sent 6 digits to {email}. The code works for 10 minutes.',
  confirmCode: 'Confirm code',
})
