import { defineTexts } from './i18n.ts'

/** Messages of the airtime, data, cable TV and education forms. */
export const purchaseFieldTexts = defineTexts('purchaseField', {
  networkMissing: 'Please choose a network.',
  deviceMissing: 'Please enter the number that gets the data.',
  planMissing: 'Please choose a plan.',
  smartcardMissing: 'Please enter the number of your smartcard.',
  smartcardInvalid: 'A smartcard number has 8 to 14 digits.',
  tvNetworkMissing: 'Please choose your network.',
  bouquetMissing: 'Please choose your bouquet.',
  examinationMissing: 'Please choose an examination.',
  pinCountMissing: 'Please enter the number of PINs, at least 1.',
  profileIdMissing: 'Please enter your JAMB profile ID.',
  profileIdInvalid: 'A profile ID has 10 digits.',
  jambTypeMissing: 'Please choose a JAMB type.',
})
