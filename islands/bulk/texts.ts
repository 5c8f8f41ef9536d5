import { defineTexts } from '../../shared/i18n.ts'

/** Bulk purchases by file upload. */
export const bulkTexts = defineTexts('bulk', {
  title: 'Bulk purchases',
  companiesOnly: 'Bulk purchases are for company accounts, and this is a personal account.',
  companiesOnlyHint:
    'With this account, save the meters and phones that you pay for and buy for one after the other. To upload a file, sign out and register a company account with another e-mail.',
  buyForBeneficiary: 'Buy for a beneficiary',

  uploadTitle: 'Upload a file',
  uploadIntroduction:
    'A CSV file of at most {rows} rows, with the columns {columns}. It is checked first; no money is taken before you press Start.',
  downloadTemplate: 'Download template',
  downloadPlans: 'Download plans and prices',
  file: 'File',
  fileTooLarge: 'At most {size}.',
  checkFile: 'Check file',
  checkingFile: 'Checking your file, please wait...',

  filesTitle: 'Your files',
  fileSummary: '<time></time>, {status}, {amount}',
  view: 'View',
  viewFile: 'View {file}',

  rowCount: '{status}: {count} rows',
  rowCountWithInvalid: '{status}: {count} rows, {invalid} invalid (will not be purchased)',
  statusCount: '{status}: {count}',
  total: 'Total: <strong>{amount}</strong>',
  debited: 'Debited from your wallet, before refunds: <strong>{amount}</strong>',
  startHint: 'Starting debits the total from your wallet. Rows that are not delivered are refunded to it.',
  start: 'Start',
  confirmTitle: 'Start this file?',
  confirmStart: 'Pay {amount} and start',
  repeatedRows:
    '{count, plural, one {# purchase of this file is} other {# purchases of this file are}} also in a file that you started on <time></time>. Starting buys {count, plural, one {it} other {them}} again.',
  purchases: 'Purchases',
  totalAmount: 'Total',
  walletBalance: 'Wallet balance',
  balanceAfter: 'Balance after starting',
  balanceTooLow: 'Your wallet is {amount} short. <link>Top up your wallet</link>',
  refunded: 'Refunded to your wallet: <strong>{amount}</strong>',
  spent: 'Spent: <strong>{amount}</strong>',
  starting: 'Starting, please wait...',
  downloadResults: 'Download results (CSV)',

  checkedRows: 'Rows checked',
  completedRows: 'Rows completed',
  progress: '{done} of {all}',
  checkProgress: '{done} of {all} checked. You may close this page: processing continues.',
  purchaseProgress: '{done} of {all} completed. You may close this page: processing continues.',
  stale:
    "We can't reach the server right now. Last update: <time></time>. Processing continues; you can close this page.",

  statusFilter: 'Show rows with status',
  allRows: 'All rows',
  rowsWithStatus: '{status} ({count})',
  rows: 'Rows',
  noRows: 'No rows',
  lines: 'Lines {first} to {last}',
  line: 'Line {line}: {product}',
  lineOfCustomer: 'Line {line}: {product}, {customer}',
  previousRows: 'Previous rows',
  nextRows: 'Next rows',
})
