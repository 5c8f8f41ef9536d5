import type { PaymentMethod, PaymentOption } from '../../shared/payments.ts'

interface Payer {
  signedIn: boolean
  /** Has at least one saved card. */
  hasCards: boolean
  /** Pays into the own wallet, which the wallet itself cannot do. */
  topUp: boolean
}

/** The ways to pay that this person sees. Source: specification 1, section 5; decisions D-062, D-063. */
export const methodsFor = (options: readonly PaymentOption[], payer: Payer): PaymentOption[] =>
  options.filter(({ identifier }) => {
    if (identifier === 'WALLET') return payer.signedIn && !payer.topUp
    if (identifier === 'SAVED_CARD') return payer.signedIn && payer.hasCards
    return true
  })

/** With 'Save card for later' ticked only CARD stays usable. */
export const isUsable = (method: PaymentMethod, saveCard: boolean): boolean => !saveCard || method === 'CARD'

/** What happens after the press, by method. */
export const nextStep: Record<PaymentMethod, string> = {
  ACCOUNT_TRANSFER: 'You get an account number to transfer to. We go on by ourselves when the money arrives.',
  CARD: 'You type your card on the payment page. Its number never reaches us.',
  USSD: 'You get a code to dial on your phone.',
  PHONE_NUMBER: 'You approve the payment on your phone.',
  WALLET: 'The amount is taken from your wallet at once.',
  SAVED_CARD: 'Your saved card is charged. Your bank may ask you to approve it.',
}
