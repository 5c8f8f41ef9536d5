import { defineTexts } from '../../shared/i18n.ts'

/** Airtime. */
export const airtimeTexts = defineTexts('airtime', {
  formTitle: 'Buy airtime',
  preparingOrder: 'Preparing your order, please wait...',
  phoneHint: 'Number to recharge',
  chooseNetwork: 'Choose the network',

  detailsTitle: 'Is this the right number?',
  orderDescription: '{network} airtime for {phone}',
  beneficiary: '{phone}, {network}',

  successTitle: 'Airtime sent',
})
