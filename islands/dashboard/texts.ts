import { defineTexts } from '../../shared/i18n.ts'

/** Start page of a signed-in user. */
export const dashboardTexts = defineTexts('dashboard', {
  welcome: 'Welcome, {name}',
  titleWithoutProfile: 'Your account',
  backOffice: 'Back office',
  walletBalance: 'Wallet balance',
  topUp: 'Top up',
  recentOrders: 'Recent transactions',
  allOrders: 'See all',
  referralCode: 'Your referral code',
  referralBonus: 'Friends who register with it earn you a bonus in UTW. {rate} NGN = {rate} UTW point.',
  copyCode: 'Copy code',
  codeCopied: 'Code copied.',
  codeNotCopied: 'The code could not be copied.',
  bonusBalance: 'Bonus balance: {bonus} UTW',

  quickBuy: 'Quick buy',
  allBeneficiaries: 'All your beneficiaries',
  saveBeneficiary: 'Save a beneficiary',

  due: 'Due',
  refundAccountDue: 'Add a bank account for your refund',
  paymentDue: 'Not paid yet',
  renewalDue: 'Last renewed on <day></day>',
  renew: 'Renew',
  renewFor: 'Renew {title} for {number}',
  pay: 'Pay',
  payFor: 'Pay for {title}, {number}',
  addAccount: 'Add',
  addAccountFor: 'Add a bank account for the refund of {title}, {number}',

  spendingTitle: 'Monthly spending',
  electricityTitle: 'Electricity (kWh)',
  viewAsTable: 'View as table',
  month: 'Month',
  orders: 'Orders',
  spent: 'Spent',
  units: 'Units (kWh)',
})
