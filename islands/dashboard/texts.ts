import { defineTexts } from '../../shared/i18n.ts'

/** Start page of a signed-in user. */
export const dashboardTexts = defineTexts('dashboard', {
  welcome: 'Welcome, {name}',
  titleWithoutProfile: 'Your account',
  backOffice: 'Back office',
  walletBalance: 'Wallet balance',
  topUp: 'Top up your wallet',
  services: 'Pay a bill',
  recentOrders: 'Recent transactions',
  allOrders: 'See all your transactions',
  recentMovements: 'Recent wallet activity',
  openWallet: 'See your wallet',
  referralCode: 'Your referral code',
  referralBonus: 'Friends who register with it earn you a bonus in UTW. {rate} NGN = {rate} UTW point.',
  copyCode: 'Copy code',
  codeCopied: 'Code copied.',
  codeNotCopied: 'The code could not be copied.',
  bonusBalance: 'Bonus balance: {bonus} UTW',

  quickBuy: 'Quick buy',
  allBeneficiaries: 'All your beneficiaries',
  saveBeneficiary: 'Save a beneficiary',

  spendingTitle: 'Monthly spending',
  electricityTitle: 'Electricity (kWh)',
  viewAsTable: 'View as table',
  month: 'Month',
  orders: 'Orders',
  spent: 'Spent',
  units: 'Units (kWh)',
})
