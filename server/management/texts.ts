import { defineTexts } from '../../shared/i18n.ts'

/** Messages of the API about purchases, wallets, records and tickets. */
export const managementServerTexts = defineTexts('managementServer', {
  walletCredited: 'The wallet was topped up.',
  walletCreditSubject: 'Wallet top-up',
  walletCredit: '{amount} was added to your wallet.',
  purchasePending: 'Paid. Waiting for delivery.',
  purchased: 'Your subscription was successful.',
  recordSaved: 'The record was saved.',
  phoneInvalid: 'Enter a valid phone number, e.g. 0803 123 4567.',
  companyUnknown: 'Please choose the company from the list.',
  notDelivered: 'This order was not delivered.',
  replySent: 'Reply sent.',
  ticketClosed: 'Ticket closed.',
})

/** Messages of the API after a manager's action on a user's account. */
export const managedUserTexts = defineTexts('managedUserServer', {
  scopesPending: "A change of scopes needs a second manager's approval. Approval pending.",
  noteAdded: 'The note was added.',
  blocked:
    'The account is blocked and signed out everywhere. Open orders continue, and the wallet keeps its money.',
  unblocked: 'The account is unblocked. The user can sign in again.',
  signedOut: 'The user is signed out everywhere.',
  unverified: 'This user has not verified the e-mail yet. Nothing was changed.',
  pinRemoved: 'The PIN was removed. The user was told by e-mail to set a new one.',
})
