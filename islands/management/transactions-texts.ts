import { defineTexts } from '../../shared/i18n.ts'

/** Search of orders. */
export const transactionsTexts = defineTexts('managementTransactions', {
  exportCsv: 'Export CSV',
  exportFailed: 'Export failed. Please try again.',
  searchHint: 'Phone, meter or smartcard, its last four digits, e-mail, or an order or payment reference.',
  paidWith: 'Paid with',
  stateOption: '{status} ({state})',
})
