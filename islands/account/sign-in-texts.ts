import { defineTexts } from '../../shared/i18n.ts'

/** Sign-in, e-mail verification and password reset. Registration uses the texts that it shares with them. */
export const signInTexts = defineTexts('signIn', {
  signIn: 'Sign in',
  signingIn: 'Signing you in, please wait...',
  password: 'Password',
  forgotPassword: 'Forgot your password?',
  secondFactorCode: 'Code from your authenticator app',
  secondFactorHint: '6 digits, or one of your recovery codes',
  registerPrompt: 'No account yet? <link>Register</link>',

  resetIntroduction: "We'll e-mail you a reset link.",
  sendResetLink: 'Send the link',
  sendingResetLink: 'Sending the link, please wait...',
  backToSignIn: 'Back to sign in',

  incompleteLinkTitle: 'This link is incomplete',
  incompleteLink: 'Please open the link in our e-mail again, or ask for a new one.',
  requestNewLink: 'Ask for a new link',
  newPasswordTitle: 'Choose a new password',
  newPassword: 'New password',
  confirmNewPassword: 'Confirm new password',
  saveNewPassword: 'Save new password',
  savingNewPassword: 'Setting your password, please wait...',
  passwordMissing: 'Please choose a password.',
  confirmationMissing: 'Please type your new password again.',

  verifyTitle: 'Verify your e-mail',
  verifyIntroduction:
    'Enter the {digits}-digit code from our e-mail within 10 minutes of receiving it. If you have no code, enter your e-mail and send a new one.',
  verificationCode: 'Verification PIN',
  verify: 'Verify',
  verifying: 'Verifying your e-mail, please wait...',
  codeTimeRemaining: 'Time Remaining: {time}',
  resendCode: 'Resend verification token',
  sendNewCode: 'Send a new code',
  sendingNewCode: 'Sending another code, please wait...',
})
