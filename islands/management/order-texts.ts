import { defineTexts } from '../../shared/i18n.ts'

/** Page of one order. */
export const managedOrderTexts = defineTexts('managementOrder', {
  title: 'Order {reference}',
  loading: 'Loading the order...',
  section: 'The order',
  customerMessage: 'The customer sees: “{message}”',
  account: 'Account',
  paymentMethod: 'Payment method',
  paidOutside: 'Elsewhere',
  paymentReference: 'Payment reference',
  reviewTitle: 'In review',
  eventsTitle: 'All events, with references and amounts',
})
