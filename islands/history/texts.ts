import { defineTexts } from '../../shared/i18n.ts'

/** The user's orders with filters. */
export const historyTexts = defineTexts('history', {
  title: 'History',
  ticketsLink: 'Reported a problem? <link>View support tickets</link>',
  orders: 'Orders',
  receipt: 'Receipt',
  receiptOf: 'Receipt of {reference}',
  receiptDownloaded: 'Receipt downloaded successfully!',
  receiptRejected: 'Failed to download receipt.',
  receiptNotLoaded: 'Error downloading receipt.',
  pay: 'Pay',
  payFor: 'Pay for {reference}',
  buyAgain: 'Buy again',
  buyOrderAgain: 'Buy again {reference}',
  reportProblemWith: 'Report a problem with {reference}',

  searchAndFilters: '{count, plural, =0 {Search and filters} other {Search and filters (#)}}',
  filters: 'Find an order',
  searchHint: 'Meter, smartcard or phone number in full, or the reference.',
  moreFilters: 'More filters',
  allServices: 'All services',
  allStatuses: 'All statuses',
})
