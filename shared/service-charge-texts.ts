import { defineTexts } from './i18n.ts'

/** Sentences of the forms about the service charge. */
export const serviceChargeTexts = defineTexts('serviceCharge', {
  added: 'A service charge of {amount} is added to your order.',
  upTo: 'A service charge of up to {amount} is added to your order.',
  none: 'There is no service charge.',
})
