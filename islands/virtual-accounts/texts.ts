import { defineTexts } from '../../shared/i18n.ts'

/** Virtual accounts of beneficiaries: details and reservation. Source: specification 2, sections 2 and 8. */
export const virtualAccountsTexts = defineTexts('virtualAccounts', {
  detailsTitle: 'Account Details',
  bankName: 'Bank name',
  accountName: 'Account name',
  accountNumber: 'Account number',
  copyAccountNumber: 'Copy',
  accountNumberCopied: 'Account number copied successfully!',
  accountNumberNotCopied: 'Unable to copy text to clipboard!',
  remarks: 'Remarks',
  autoPurchase: 'Auto-buy with incoming transfers',
  autoPurchaseHint: 'Off: money stays in your wallet.',

  reserveTitle: 'Reserve an Account',
  serviceUnreachable: 'We cannot reach this service right now. Please try again shortly.',
  reservationUnavailable: 'An account cannot be reserved right now. Please try again later.',
  transferNotice: 'What is transferred to the account goes into your wallet. A funding fee is included.',
  transferNoticeWithFee:
    'What is transferred to the account goes into your wallet. A funding fee is included: {fee} of each transfer.',
  bvn: 'BVN',
  bvnValue: 'BVN {bvn}',
  bank: 'Bank',
  bankPlaceholder: 'Choose your bank',
  verifyDetails: 'Verify Details',
  verifyingDetails: 'Checking your details, please wait...',
  reserveAccount: 'Reserve Account',
  reservingAccount: 'Reserving your account, please wait...',
  reservationPending: '{message} You can close this window: we continue in the background.',
  reserved: 'Your account is reserved.',
  refreshing: 'Refreshing…',
})
