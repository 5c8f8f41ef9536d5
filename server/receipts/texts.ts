import { defineTexts } from '../../shared/i18n.ts'

/** Receipts (PDF). */
export const receiptTexts = defineTexts('receipt', {
  documentTitle: 'Receipt {reference}',
  electricityTitle: 'Electricity receipt',
  billTitle: 'Electricity bill receipt',
  numberedCode: '{number}. {label}',

  reference: 'Reference',
  date: 'Date',
  company: 'Company',
  meter: 'Meter',
  meterValue: '{meter} ({type})',
  customer: 'Customer',
  address: 'Address',
  phone: 'Phone',
  units: 'Units',
  unitsValue: '{units} kWh',
  tariff: 'Tariff',
  amount: 'Amount',
  vatIncluded: 'VAT included',
  arrearsDeducted: 'Arrears deducted',
  serviceCharge: 'Service charge',
  totalPaid: 'Total paid',
  paidWith: 'Paid with',
  boughtBy: 'Bought by',
  rcNumber: 'RC number',
  companyAddress: 'Company address',

  billNote: 'This bill is paid. A postpaid meter needs no token.',
  codesNote: 'Enter the codes on your meter one after the other, in the order above.',
  tokenNote: 'Enter the token on your meter.',
  pinNote: 'Keep this receipt safe. Anyone with the PIN can use it.',
})
