import { defineTexts } from '../../shared/i18n.ts'

/** Cable TV. */
export const cabletvTexts = defineTexts('cabletv', {
  formTitle: 'Pay for cable TV',
  checkingSmartcard: 'Checking your smartcard, please wait...',
  phoneHint: "We'll send your receipt here.",
  smartcardHint: 'On the back of your decoder or smartcard (IUC number on GOtv).',
  smartcardByPhoneHint: '{network} uses your phone number. Enter it here.',
  chooseNetwork: 'Choose your network',
  chooseBouquet: 'Choose your bouquet',
  lookupLoading: 'Checking smartcard…',

  detailsTitle: 'Is this the right smartcard?',
  numberTitle: 'Is this the right number?',
  networkNumber: '{network} number',
  orderDescription: '{product}, smartcard {smartcard}',
  beneficiary: '{customer}, smartcard {smartcard}',
  unnamedBeneficiary: 'smartcard {smartcard}',

  voucherTitle: 'Here is your voucher',
  activeTitle: 'Your subscription is active',
  voucherHint: 'Enter it where you sign in to {network}.',
  activeHint: 'If the picture is not back in 15 minutes, leave the decoder on and reset it.',
  voucher: 'Voucher',
  numberedVoucher: 'Voucher {number}',
  copyVoucher: 'Copy voucher',
  voucherCopied: 'Voucher copied successfully!',
  voucherNotCopied: 'Failed to copy voucher. Please try again.',
})
