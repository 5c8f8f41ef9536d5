import { defineTexts } from '../../shared/i18n.ts'

/** List of wallet top-ups, and top-up by a manager. */
export const topUpTexts = defineTexts('managementTopUp', {
  none: 'No wallet top-ups yet.',
  searchHint: "A reference, or the user's name, e-mail, phone or account number.",
  howHeading: 'How',
  checkout: 'Checkout',
  transfer: 'Transfer',
  manager: 'Manager',

  subjectHint: 'Shown to the customer and kept in the ledger.',
  amountHint: 'At least {amount}.',
  submit: 'Topup Wallet',
  approvals: 'Approvals of top-ups',
})
