import { defineTexts } from '../../shared/i18n.ts'

/** The PIN of a payment. */
export const paymentPinTexts = defineTexts('paymentPin', {
  pin: 'Your PIN',
})
