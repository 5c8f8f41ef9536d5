import { defineTexts } from '../../shared/i18n.ts'

/** List of users and the page of one user. */
export const usersTexts = defineTexts('managementUsers', {
  searchHint: 'Name, e-mail or phone.',
  loading: 'Loading users...',
  name: 'Name',
  unverifiedEmail: '{email} (not verified)',
  accountType: 'Account type',
  manager: 'Manager',
  company: 'Company',
  personal: 'Personal',
  joined: 'Joined',

  loadingUser: 'Loading the user...',
  userSection: 'The user',
  wallet: 'Wallet',
  onHold: 'On hold',
  referralBonus: 'Referral bonus',
  deliveredOrders: 'Delivered orders',
  spent: 'Spent',
  customerActivity: "Customer's activity",
  managerActivity: 'Manager activity',
  loadingOrders: 'Loading orders...',
  ordersCaption: 'Orders of the user',
})
