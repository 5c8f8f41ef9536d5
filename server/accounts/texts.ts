import { defineTexts } from '../../shared/i18n.ts'

/** Accounts: messages of the API, names of devices, the activity log. */
export const accountServerTexts = defineTexts('accountServer', {
  created: 'Account created. Enter the code we sent to your e-mail.',
  signInToContinue: 'Sign in to continue.',
  emailVerified: 'Your e-mail is verified.',
  codeSent: "If this e-mail needs verifying, we've sent a new code.",
  welcomeBack: 'Welcome back.',
  signedOut: 'You are signed out.',
  resetLinkSent: 'If there is an account with this e-mail, a link to choose a new password is on its way.',
  passwordReset: 'Your password is changed. Please sign in.',
  profileSaved: 'Your profile is saved.',
  passwordChanged: 'Your password is changed. Please sign in again.',
  pinSet: 'Your PIN is set.',
  paymentPinMissing: 'Enter your PIN: you asked for it on payments above {limit}.',
  pinLimitSaved: 'Your choice is saved.',
  pinVerified: 'PIN verified.',
  otherDevicesSignedOut: 'You are signed out everywhere else.',
  deviceSignedOut: 'That device is signed out.',
  activityLogOn: 'Activity log turned on.',
  activityLogOff: 'Activity log turned off.',

  unnamedOwner: 'Customer',
  phoneInvalid: 'Please enter a phone number, like 0803 123 4567 or +44 20 7946 0000.',
  pictureUnreadable: 'Please choose a smaller PNG, JPEG or WebP picture.',
  referralCodeInvalid: 'Invalid referral code. Check it or leave the field empty.',

  browserOnSystem: '{browser} on {system}',
  otherProgram: 'Another program',
  unknownDevice: 'Unknown device',
})

/** Entries of the activity log, by audit action. */
export const activityTexts = defineTexts('activity', {
  'account.sign_in': 'Signed in',
  'account.sign_out': 'Signed out',
  'account.password': 'Changed the password',
  'account.password_reset': 'Reset password by e-mail',
  'account.pin': 'Set the PIN',
  'account.pin_limit': 'Changed which payments ask for the PIN',
  'account.phone_verified': 'Linked the phone for USSD',
  'account.profile': 'Changed the profile',
  'account.session_end': 'Signed out a device',
  'account.close': 'Closed the account',
  'account.data_export': 'Downloaded the account data',
  'account.second_factor_on': 'Set up an authenticator app',
  'account.second_factor_off': 'Removed the authenticator app',
  'account.activity_on': 'Turned the activity log on',
  'account.activity_off': 'Turned the activity log off',
  'beneficiary.add': 'Saved a beneficiary',
  'beneficiary.change': 'Changed a beneficiary',
  'beneficiary.delete': 'Removed a beneficiary',
  'bonus.redeem': 'Redeemed a bonus',
  'bulk.start': 'Started a bulk purchase',
  'schedule.create': 'Scheduled a purchase',
  'schedule.skip': 'Skipped a scheduled purchase',
  'schedule.pause': 'Paused a schedule',
  'schedule.resume': 'Resumed a schedule',
  'schedule.end': 'Ended a schedule',
})

/** Second factor of managers. */
export const secondFactorTexts = defineTexts('secondFactorServer', {
  turnedOn: 'Your authenticator app is set up. Keep the recovery codes.',
  turnedOff: 'Your authenticator app was removed.',
  alreadySetUp: 'An authenticator app is already set up.',
  notStarted: 'Please start again: there is no key to confirm.',
  notSetUp: 'No authenticator app is set up.',
})

/** Rejections of a manager's actions on an account. */
export const managedAccountTexts = defineTexts('managedAccount', {
  ownAccount: 'You cannot do this for your own account. Ask another manager.',
  alreadyBlocked: 'This account is already blocked. Nothing was changed.',
  notBlocked: 'This account is not blocked. Nothing was changed.',
  closed: 'The user has closed this account. Nothing was changed.',
  noPin: 'This user has no PIN. Nothing was changed.',
})
