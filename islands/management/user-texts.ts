import { defineTexts } from '../../shared/i18n.ts'

/** Page of one user: records and actions. */
export const managedUserPageTexts = defineTexts('managedUser', {
  missing: 'There is no user with this ID.',
  searchUsers: 'Search users',
  records: 'Records of the user',
  orders: 'Orders',
  wallet: 'Wallet history',
  cards: 'Saved cards',
  meters: 'Meters and smartcards',
  tickets: 'Tickets',
  notes: 'Notes',
  sessions: 'Sessions',

  noWalletTransactions: 'No wallet transactions',
  noCards: 'No saved cards',
  noMeters: 'No saved meters or smartcards',
  noTickets: 'No tickets',
  noNotes: 'No notes',
  noSessions: 'Not signed in anywhere',

  cardNumber: '•••• {digits}',
  brand: 'Card',
  expiry: 'Expires',
  number: 'Number',
  name: 'Name',
  message: 'Message',
  device: 'Device',
  signedIn: 'Signed in',
  lastUsed: 'Last used',

  noteBy: '{author}, <time></time>',
  newNote: 'New note',
  newNoteHint: 'Only managers see notes. A note cannot be changed or deleted.',
  addNote: 'Add note',

  pinState: 'PIN',
  pinSet: 'Set',
  pinMissing: 'Not set',
  blockedStatus:
    'Blocked since <time></time>: {reason}. The user cannot sign in. Open orders continue until they are delivered or refunded, and the wallet keeps its money.',
  closedStatus:
    'Closed by the user on <time></time>. Personal data is deleted; orders and wallet transactions are kept. Nothing can be credited to the wallet.',
  closedLabel: 'Closed',
  closedExplanation: 'The user has closed the account.',
  ownAccount: 'This is your own account. Another manager must act on it.',
  blockedLabel: 'Blocked',
  blockedExplanation: 'The user cannot sign in.',

  block: 'Block account',
  blockDescription:
    'The user is signed out everywhere and cannot sign in. Open orders continue until they are delivered or refunded. The wallet keeps its money.',
  unblock: 'Unblock account',
  unblockDescription: 'The user can sign in again.',
  signOut: 'Sign out everywhere',
  signOutDescription: 'Ends every session of the user. They can sign in again with their password.',
  resetPin: 'Reset PIN',
  resetPinDescription:
    'Removes the PIN. The user is notified by e-mail and sets a new one with their password. You never see it.',
  reasonHint: 'Kept in the audit log.',
})
