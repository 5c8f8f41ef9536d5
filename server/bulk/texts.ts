import { defineTexts } from '../../shared/i18n.ts'

/** Bulk purchases: messages of the API, errors of files and rows, the notification, the file of results. */
export const bulkServerTexts = defineTexts('bulkServer', {
  fileMissing: 'Please choose a file.',
  checking: 'We are checking the rows. No money is taken.',
  checked: 'The file is checked. No money was taken.',
  started: 'Bulk purchase started.',
  walletTooLow: 'Your wallet does not hold the {amount} for this file. No money was taken.',

  emptyFile: 'The file is empty.',
  noRows: 'The file has no rows below its first line.',
  tooManyRows: 'The file has more than {limit} rows. Please split it.',
  tooManyLines: 'The file has more than {limit} lines. Please remove the empty ones.',
  spreadsheet: 'This is a spreadsheet, not CSV. Please save it as "CSV UTF-8" and send that.',
  unknownEncoding: 'Unsupported text encoding. Save the file as CSV UTF-8.',
  unreadable: 'We cannot read this file. Please check its quotes, or save it as CSV again.',
  unreadableFromLine:
    'We cannot read this file from line {line}. Please check its quotes, or save it as CSV again.',
  columnsMissing: 'The first line must name the columns: {columns}. Missing: {missing}.',
  columnTwice: 'Column "{column}" appears twice.',

  serviceUnknown: 'Please write one of: {services}.',
  numberShortened: 'Your spreadsheet has shortened a number. Format the column as text, and enter it again.',
  duplicateRow: 'Duplicate of line {line}. Remove one.',
  checkAbandoned: 'We could not check this number. Please try it again in another file.',
  priceChanged: 'The price has changed since the file was checked.',
  accountBlocked: 'The account was blocked.',
  internalError: 'Something went wrong on our side.',
  rowRefunded: '{reason} Refunded to your wallet.',
  orderRefunded: 'Not delivered. Refunded to your wallet.',

  holdReason: '{file}: {count, plural, one {{count} purchase} other {{count} purchases}}',
  rowReleasedReason: 'line {line} was not bought',

  doneSubject: '{file} is done',
  deliveredSummary:
    '{count, plural, one {{count} purchase was delivered for {amount}.} other {{count} purchases were delivered for {amount}.}}',
  doneWithRefunds: '{delivered} {count} could not be purchased and were refunded to your wallet.',

  csvLine: 'line',
  csvResult: 'result',
  csvWhy: 'why',
  csvReference: 'reference',
  csvCustomer: 'customer',
  csvTotal: 'total (NGN)',
  csvCodes: 'token or PIN',
  csvUnits: 'units',
  csvPrice: 'price (NGN)',
  pinWithSerial: '{pin} (serial {serial})',
})
