import { defineTexts } from '../../shared/i18n.ts'

/** Dialogs that add and edit a beneficiary. */
export const beneficiaryFormTexts = defineTexts('beneficiaryForm', {
  customerNameOptional: 'Customer name (optional)',
  customerAddressOptional: 'Customer address (optional)',
  notesOptional: 'Notes (optional)',
  notesHint: 'Nickname, e.g. Mum’s house',
  saving: 'Saving your beneficiary, please wait...',
  saved: 'Your beneficiary is saved.',

  statePlaceholder: 'Choose the state',
  checkingSmartcard: 'Checking smartcard…',
  smartcardNumberHint: 'On the back of your decoder or smartcard.',
  networkPlaceholder: 'Choose your network',
  bouquetPlaceholder: 'Choose your bouquet',
  deviceOrPhone: 'Device ID / phone number',
  deviceOrPhoneHint: 'Number or device to load',
  phoneOptional: 'Phone number (optional)',
  planOptional: 'Plan (optional)',
  planPlaceholder: 'Choose the plan',

  editTitle: 'Edit beneficiary',
  saveChanges: 'Save changes',
})
