import { defineTexts } from '../../shared/i18n.ts'

/** A delivered order of every service. */
export const successTexts = defineTexts('purchase-success', {
  dashboard: 'Go to Dashboard',
  receiptOf: '{brand} receipt',
  printReceipt: 'Print receipt',
  cost: 'Cost',
  totalPaid: 'Total paid',
})
