import { defineTexts } from '../../shared/i18n.ts'

/** Saved beneficiaries in a service's form. */
export const beneficiaryPickerTexts = defineTexts('beneficiary-picker', {
  open: 'Choose a saved beneficiary',
  title: 'Saved beneficiaries',
})
