import type { PaymentMethod, PaymentOption } from '../../shared/payments.ts'
import { paymentTexts } from './payment-texts.ts'

interface PaymentContext {
  signedIn: boolean
  /** Whether the user has a saved card. */
  hasCards: boolean
  /** Tops up the user's own wallet, which cannot be paid from the wallet itself. */
  isTopUp: boolean
}

/** Payment methods available to this user. Source: specification 1, section 5; rulings D-062, D-063. */
export const selectableMethods = (
  options: readonly PaymentOption[],
  context: PaymentContext,
): PaymentOption[] =>
  options.filter(({ identifier }) => {
    if (identifier === 'WALLET') return context.signedIn && !context.isTopUp
    if (identifier === 'SAVED_CARD') return context.signedIn && context.hasCards
    return true
  })

/** With 'Save card for later' ticked only CARD is usable. */
export const isMethodUsable = (method: PaymentMethod, saveCard: boolean): boolean =>
  !saveCard || method === 'CARD'

/** The next step after pressing Pay, by method. */
export const nextStepTexts: Record<PaymentMethod, () => string> = {
  ACCOUNT_TRANSFER: paymentTexts.nextStepTransfer,
  CARD: paymentTexts.nextStepCard,
  USSD: paymentTexts.nextStepUssd,
  PHONE_NUMBER: paymentTexts.nextStepPhone,
  WALLET: paymentTexts.nextStepWallet,
  SAVED_CARD: paymentTexts.nextStepSavedCard,
}
