import type { KeptData } from '../../shared/account-closing.ts'
import { defineTexts } from '../../shared/i18n.ts'

/** Settings: closing the account. */
export const closeAccountTexts = defineTexts('closeAccount', {
  title: 'Close your account',
  summary: 'Deletes your personal data for good. Download your data first if you want to keep a copy.',
  open: 'Close my account',
  loading: 'Checking your account...',
  loadFailed: 'We could not check your account.',
  tryAgain: 'Try again',

  unmetTitle: 'Before you can close your account',
  spend: 'Pay a bill',
  lostTitle: 'What is deleted',
  lostProfile: 'Your name, e-mail, phone, address, picture, password and PIN',
  lostLists: 'Your beneficiaries, notifications, linked USSD phone and bulk purchases that were not started',
  lostCards: 'Your {count, plural, one {saved card} other {# saved cards}}',
  lostBonus: 'Your referral bonus of {bonus} UTW: you lose it',
  keptTitle: 'What we keep',
  keptForDays: '{data}: {count, plural, one {# day} other {# days}}',
  keptForYears: '{data}: {count, plural, one {# year} other {# years}}',
  keptPermanently: '{data}: no end date',
  afterTitle: 'Afterwards',
  afterTopUp: 'A top-up that you pay later is refunded to the way you paid.',
  afterTransfer:
    'Do not send money to your bank {count, plural, one {account} other {accounts}} for deposits any more. Our team would have to return it manually.',
  afterEmail:
    'We no longer write to you. You can register again with the same e-mail, as a new account without your history.',

  giveUp: 'I give up the {amount} in my wallet. It is less than any purchase costs.',
  password: 'Your password',
  pin: 'Your PIN',
  email: 'Enter your e-mail to confirm',
  submit: 'Close my account for good',
  closing: 'Closing your account, please wait...',
})

/** Data that stays after an account is closed. */
export const keptDataTexts = defineTexts('keptData', {
  orders: 'Paid orders, with the number, phone and e-mail entered for them',
  wallet: 'Wallet transactions, payments and refunds',
  security_log: 'The security log: sign-ins and changes, without your name',
  bank_accounts: 'Your bank account numbers for deposits, to recognise a late transfer',
  bvn_consent: 'Your consent to the BVN check, without the BVN',
  tickets: 'Support tickets, after our reply',
  bulk_purchases: 'Rows of finished bulk purchases',
  payer_names: 'Names of payers, used to check refunds',
  sessions: 'Ended sessions',
  messages: 'Text of sent e-mails and SMS',
}) satisfies Record<KeptData, () => string>
