import { defineTexts } from '../../shared/i18n.ts'

/** Texts that several pages of the back office show. */
export const managementTexts = defineTexts('management', {
  loading: 'Loading…',
  loadFailed: "Couldn't load this page.",
  retry: 'Try again',
  processing: 'Processing, please wait...',
  all: 'All',
  none: 'None',
  guest: 'Guest',
  bankTransferReference: 'Reference of the bank transfer',
  author: 'By',
  customer: 'Customer',
  meterPhoneOrCard: 'Meter / phone / card no.',
  managerPayer: 'Manager',
  notPaid: 'Not paid',
  product: 'Product',
  reason: 'Reason',
  reasonHeading: 'Why',
  subject: 'Subject',
  type: 'Type',
  vendor: 'Vendor',
  viewAsTable: 'View as table',
  walletPayer: 'Wallet',

  pinTitle: 'Verify authentication PIN',
  pin: 'Your 6-digit PIN',
  verifyPin: 'Verify Pin',

  user: 'User',
  selectUser: 'Select a User',
  searchUsers: 'Search users by name',
  searchUsersPlaceholder: 'Search by name',
  searchingUsers: 'Please wait...',
})
