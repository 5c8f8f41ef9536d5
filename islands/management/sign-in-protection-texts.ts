import { defineTexts } from '../../shared/i18n.ts'

/** Page of a manager's own second factor. */
export const signInProtectionTexts = defineTexts('managementSignIn', {
  title: 'Sign-in protection',
  required: 'Managers must sign in with an authenticator app. Set it up to continue.',
  off: 'You sign in with your password only. An authenticator app on your phone protects your account even if your password leaks.',
  on: 'You sign in with your password and a code from your authenticator app.',
  codesLeft:
    '{count, plural, =0 {No recovery code is left.} one {# recovery code is left.} other {# recovery codes are left.}}',

  password: 'Your password',
  start: 'Set up authenticator app',
  scan: 'Scan this code with an authenticator app, or type the key into the app.',
  qrCode: 'QR code for the key',
  key: 'Key',
  code: 'Code from the app',
  codeHint: '6 digits',
  confirm: 'Confirm',

  recoveryTitle: 'Recovery codes',
  recovery:
    'Keep these codes somewhere safe: they are shown only once. Each code signs you in once if you do not have your phone.',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Your browser did not allow copying. Please write the codes down.',
  done: 'I have saved the codes',

  remove: 'Remove authenticator app',
  removeCodeHint: '6 digits, or a recovery code',
})
