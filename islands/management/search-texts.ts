import { defineTexts } from '../../shared/i18n.ts'

/** Search over everything in the back office. */
export const searchTexts = defineTexts('managementSearch', {
  open: 'Search everything',
  title: 'Search the back office',
  field: 'Reference, phone, meter, e-mail or name',
  keys: 'Arrow keys choose, Enter opens, Escape closes.',
  results: 'Results',
  typeMore: 'Type at least {count, number} letters or digits.',
  searching: 'Searching…',
  failed: "Couldn't search. Please try again.",
  found: '{count, plural, one {# result} other {# results}}',

  order: 'Orders',
  payment: 'Payments',
  top_up: 'Wallet top-ups',
  user: 'Users',
  meter: 'Meters and smartcards',
  phone: 'Phones',
  ticket: 'Tickets',
  record: 'Manual records',
})
