import { defineTexts } from '../../shared/i18n.ts'

/** A delivered order of every service: its receipt, and ways to download, print and share it. */
export const successTexts = defineTexts('purchase-success', {
  dashboard: 'Go to Dashboard',
  deliveredTo: '{product} for {number}',
  receiptOf: '{brand} receipt',
  cost: 'Cost',
  totalPaid: 'Total paid',
  paidWith: 'Paid with',

  copyDetails: 'Copy details',
  detailsCopied: 'Details copied successfully!',
  detailsNotCopied: 'Failed to copy details. Please try again.',
  shareOnWhatsapp: 'Share on WhatsApp',
  downloadReceipt: 'Download receipt',
  downloading: 'Downloading your receipt, please wait...',
  downloaded: 'Receipt downloaded successfully!',
  downloadFailed: 'Failed to download receipt.',
  downloadUnanswered: 'Error downloading receipt.',

  moreActions: 'More ways to keep the receipt',
  savePicture: 'Save as picture',
  pictureSaved: 'Picture saved successfully!',
  pictureFailed: 'Failed to save the picture. Please download the receipt instead.',
  printReceipt: 'Print receipt',
  shareByEmail: 'Share by e-mail',
  share: 'Share',
  shared: 'Shared successfully!',
  shareFailed: 'There is a problem sharing your receipt, please try again.',
  shareUnavailable:
    'This sharing option is not available on this device. Please try again or choose another option.',
  sharedLine: '{label}: {value}',
  sharedSubject: 'Your {brand} receipt',
})
