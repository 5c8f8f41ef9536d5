import { defineTexts } from '../../../shared/i18n.ts'

/** Texts that a gateway shows with a payment or a refund. */
export const gatewayTexts = defineTexts('gateway', {
  purchase: 'Purchase',
  refund: 'Refund',
})
