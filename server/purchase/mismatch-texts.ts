import { defineTexts } from '../../shared/i18n.ts'

/** How a delivery, or a manager's evidence of one, differs from the order. */
export const deliveryMismatchTexts = defineTexts('deliveryMismatch', {
  evidence: 'The evidence does not match the order: {difference}.',
  beneficiary: 'wrong beneficiary',
  amount: 'wrong amount',
  noToken: 'no token',
  noVoucher: 'no voucher',
  pinCount: 'incorrect number of PINs',
})
