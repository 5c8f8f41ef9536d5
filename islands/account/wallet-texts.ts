import { defineTexts } from '../../shared/i18n.ts'

/** Wallet page and top-up. */
export const walletTexts = defineTexts('wallet', {
  title: 'Wallet',
  balance: 'Balance',
  hideBalance: 'Hide balance',
  showBalance: 'Show balance',
  balanceHidden: 'Balance hidden',
  amountOnHold: '{amount} is on hold for orders in progress.',
  historyTitle: 'Wallet history',
  filter: 'Filter',
  allTypes: 'All types',
  downloadCsv: 'Download as CSV',

  topUpTitle: 'Top up',
  topUpAmount: 'Amount (NGN)',
  topUpAmountHint:
    'From {min} to {max}. Wallet top-up excludes the service charge: you get the whole amount.',
  topUpAmountTooHigh: 'At most {max} per top-up.',
  topUpUnavailable: 'Fund Wallet',
  topUp: 'Topup Wallet',
})
