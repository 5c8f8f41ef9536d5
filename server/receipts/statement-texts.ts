import { defineTexts } from '../../shared/i18n.ts'

/** Wallet statements (PDF). */
export const statementTexts = defineTexts('statement', {
  title: 'Wallet statement',
  holder: 'Account holder',
  period: 'Period',
  periodValue: '{from} to {to}',
  openingBalance: 'Opening balance',
  closingBalance: 'Closing balance',
  moneyIn: 'Money in',
  moneyOut: 'Money out',
  date: 'Date',
  description: 'Description',
  descriptionWithReference: '{description} ({reference})',
  balance: 'Balance',
  noTransactions: 'No transactions in this period.',
})
