import { defineTexts } from '../../shared/i18n.ts'

/** Dialog that buys for a saved beneficiary. */
export const purchaseDialogTexts = defineTexts('subscribe', {
  amount: 'Modify Amount',
  planWithPrice: '{plan} ({price})',
  noPlan: 'No saved plan. <link>Choose one on the form</link>',
  checking: 'Checking, please wait...',
  orderBeneficiary: '{biller} {number}',
  orderBeneficiaryOfCustomer: '{customer}, {biller} {number}',
})
