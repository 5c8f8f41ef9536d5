import { defineTexts } from '../../shared/i18n.ts'

export const buyAgainTexts = defineTexts('purchase-repeat', {
  buyAgain: 'Buy again',
})
