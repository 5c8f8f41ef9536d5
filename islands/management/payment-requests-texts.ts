import { defineTexts } from '../../shared/i18n.ts'

/** Payment requests in the back office. */
export const managedRequestsTexts = defineTexts('managementPaymentRequests', {
  title: 'Payment requests',
  empty: 'No payment requests with this status.',
  showOpen: 'Show open requests',
  reported: 'Reported',
  open: 'Open',
  paid: 'Paid',
  cancelled: 'Cancelled',
  expired: 'Expired',
  blocked: 'Blocked',
  requester: 'Requested by',
  reports: 'Report reasons',
  reportSummary: '{count, plural, one {{reason}} other {# reports. Latest: {reason}}}',
  details: 'Details',
  detailsOf: 'Details: {title}, requested by {name}',
  origin: '<user>{name}</user>, <date></date>',
  product: '{title}, {number}',
  stateAndAmount: '<strong>{state}</strong>, {amount}',
  amountOpen: 'The payer chooses the amount',
  openUntil: 'Open until <date></date>',
  note: 'Note: {note}',
  paidBy: 'Paid by order <link>{reference}</link>',
  reportCount: '{count, plural, one {# report} other {# reports}}',
  report: '<date></date>: {reason}',
  block: 'Block request',
  blockOf: 'Block the request of {name} for {title}',
  blockDescription:
    'The link stops working, and a payment that arrives later is refunded. This cannot be undone.',
})
