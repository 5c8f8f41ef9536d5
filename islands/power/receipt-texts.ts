import { defineTexts } from '../../shared/i18n.ts'

/** A delivered electricity order: tokens, receipt, and ways to download or share it. */
export const powerReceiptTexts = defineTexts('power-receipt', {
  tokenTitle: 'Here is your token',
  billPaidTitle: 'Your bill is paid',
  noToken: '{biller} has your payment. There is no token to enter on a postpaid meter.',
  enterTokens:
    '<strong>Enter {count} codes on your meter, in this order.</strong> Wait for each to be accepted before you enter the next.',
  tokenHeading: '{number}. {label}',
  tokenHeadingWithUnits: '{number}. {label} ({units})',
  onReject:
    'If the meter shows “reject”, check that it is the right meter and enter all 20 digits again, slowly. “Used” means that the token is already on the meter.',

  tariff: 'Tariff',
  tariffClass: 'Tariff class',
  vat: 'VAT',

  printTitle: '{brand} receipt',
  print: 'Print receipt',
  shared: 'Token shared successfully!',
  shareFailed: 'There is a problem sharing your token, please try again.',

  sharedToken: '{label}: {token}',
  sharedBill: 'Electricity bill paid',
  sharedUnits: 'Units: {units}',
  sharedMeter: 'Meter: {meter} ({biller})',
  sharedAmount: 'Amount: {amount}',
  sharedDate: 'Date: {date}',
  sharedReference: 'Reference: {reference}',
})
