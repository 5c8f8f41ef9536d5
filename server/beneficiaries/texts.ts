import { defineTexts } from '../../shared/i18n.ts'

/** Messages of the API about beneficiaries. */
export const beneficiaryServerTexts = defineTexts('beneficiaryServer', {
  saved: 'The beneficiary was saved.',
  removed: 'The beneficiary was removed.',
  restored: 'The beneficiary was restored.',
  tooMany: 'You can save at most {max} beneficiaries.',
  networkNotInList: 'Please choose the network from the list.',
  companyNotInList: 'Please choose your electricity company from the list.',
  stateNotInList: 'Please choose the state from the list.',
})
