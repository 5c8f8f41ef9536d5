import { defineTexts } from '../../shared/i18n.ts'

/** Page of one order. */
export const managedOrderTexts = defineTexts('managementOrder', {
  title: 'Order {reference}',
  loading: 'Loading the order...',
  section: 'The order',
  recordedTitle: 'Recorded purchase',
  customerView: 'What the customer sees',
  missing: 'There is no order {reference}.',
  searchTransactions: 'Search transactions',
  account: 'Account',
  noEmail: 'None entered',
  paymentMethod: 'Payment method',
  paidOutside: 'Elsewhere',
  vendorReference: 'Vendor reference',
  units: 'Units',
  unitsValue: '{units} kWh',
  reviewTitle: 'In review',
  eventsTitle: 'All events, with references and amounts',
})
