import { defineTexts } from '../../shared/i18n.ts'

/** Processing of a paid electricity order. Source of the quoted texts: specification 1, section 2. */
export const powerProcessTexts = defineTexts('power-process', {
  generatingToken: 'Generating your token, please wait...',
  payingBill: 'Paying your bill, please wait...',
  sendingPayment: 'Sending your payment to {biller}…',
  gettingToken: 'Getting your token from {biller}…',
  deliverableToken: 'Your token',
  deliverableConfirmation: 'The confirmation',
  confirmMeterAgain: 'Re-confirm meter number',
})
