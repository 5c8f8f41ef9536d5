import { defineTexts } from '../../shared/i18n.ts'

/** Messages of the API after a manager's action on a user's account. */
export const managedUserTexts = defineTexts('managedUserServer', {
  noteAdded: 'The note was added.',
  blocked:
    'The account is blocked and signed out everywhere. Open orders continue, and the wallet keeps its money.',
  unblocked: 'The account is unblocked. The user can sign in again.',
  signedOut: 'The user is signed out everywhere.',
  unverified: 'This user has not verified the e-mail yet. Nothing was changed.',
  pinRemoved: 'The PIN was removed. The user was told by e-mail to set a new one.',
})
