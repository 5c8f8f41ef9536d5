import { defineTexts } from '../../shared/i18n.ts'

/** Electricity: the form, past purchases, and what several pages share. Source of the quoted texts: specification 1, section 2. */
export const powerTexts = defineTexts('power', {
  formTitle: 'Buy electricity',
  checkingMeter: 'Checking your meter, please wait...',
  meterType: 'Meter type',
  prepaid: 'Prepaid',
  postpaid: 'Postpaid',
  phoneHint: 'Your token or receipt also comes here by SMS.',
  meterNumberHint: "You'll find it on your meter card or on the meter.",
  company: 'Company or city',
  companyTitle: 'Choose your electricity company',
  companyPlaceholder: 'Choose your company',
  lookupLoading: 'Checking meter…',

  historyTitle: 'Find a past token',
  historyPhone: 'Phone number used',
  historyMeter: 'Meter number bought for',
  showHistory: 'Show records',
  closeHistory: 'Close Records',
  searchingHistory: 'Searching…',
  emptyHistory: 'No transaction records.',
  failedHistory: 'Transaction records could not retrieved.',

  token: 'Token',
  units: 'Units',
  arrearsDeducted: 'Arrears deducted',
})
