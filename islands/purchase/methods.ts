import type { PaymentMethod, PaymentOption } from '../../shared/payments.ts'

interface Payer {
  signedIn: boolean
  /** Whether the user has a saved card. */
  hasCards: boolean
  /** Tops up the user's own wallet, which cannot be paid from the wallet itself. */
  topUp: boolean
}

/** Payment methods available to this user. Source: specification 1, section 5; decisions D-062, D-063. */
export const methodsFor = (options: readonly PaymentOption[], payer: Payer): PaymentOption[] =>
  options.filter(({ identifier }) => {
    if (identifier === 'WALLET') return payer.signedIn && !payer.topUp
    if (identifier === 'SAVED_CARD') return payer.signedIn && payer.hasCards
    return true
  })

/** With 'Save card for later' ticked only CARD is usable. */
export const isUsable = (method: PaymentMethod, saveCard: boolean): boolean => !saveCard || method === 'CARD'

/** The next step after pressing Pay, by method. */
export const nextStep: Record<PaymentMethod, string> = {
  ACCOUNT_TRANSFER: "We'll confirm automatically once your transfer arrives.",
  CARD: 'We never see your card number.',
  USSD: 'You get a code to dial on your phone.',
  PHONE_NUMBER: 'You approve the payment on your phone.',
  WALLET: 'Paid instantly from your wallet.',
  SAVED_CARD: 'Your saved card is charged. Your bank may ask you to approve it.',
}
