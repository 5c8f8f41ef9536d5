import { defineTexts } from '../../shared/i18n.ts'

/** The page of receipts on this device. */
export const offlineTexts = defineTexts('offline', {
  pageTitle: 'Receipts on this device',
  noConnection: 'You have no connection. You can still read the receipts that you kept on this device.',
  tryAgain: 'Try again',
  loading: 'Opening your receipts, please wait...',
  findOrder: 'Find your order',
  empty: 'No receipts are kept on this device.',
  unreadable: 'This browser cannot open kept receipts.',
  receiptSummary: '{biller}, {reference}',
})
