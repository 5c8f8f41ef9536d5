import { defineTexts } from '../../shared/i18n.ts'

/** Settings: profile, password, PIN, sessions and activity log. */
export const settingsTexts = defineTexts('settings', {
  title: 'Settings',

  profileTitle: 'Profile',
  company: 'Company',
  rcNumber: 'RC number',
  bvn: 'BVN',
  address: 'Address',
  saveProfile: 'Save profile',
  savingProfile: 'Saving your profile, please wait...',
  profileSaved: 'Your profile is saved.',

  dataTitle: 'Your data',
  dataContents:
    'Download everything that we store about you: profile, orders, payments, wallet, cards, beneficiaries, tickets and sessions.',
  dataRetention:
    'The file has no password, PIN, token or card number. We keep paid orders and wallet transactions as long as the law requires.',
  dataPassword: 'Your password',
  downloadData: 'Download my data',
  dataDownloaded: 'Your data is downloaded.',

  picture: 'Picture',
  pictureAlt: 'You',
  removePicture: 'Remove picture',
  pictureSaved: 'Your picture is saved.',
  pictureRemoved: 'Your picture is removed.',
  pictureInvalid: 'Please choose a PNG, JPEG or WebP picture.',

  changePassword: 'Change password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  confirmNewPassword: 'Confirm new password',
  changingPassword: 'Changing your password, please wait...',
  passwordChanged: 'Your password is changed.',

  pinTitle: 'Authentication PIN',
  hasPin: 'You have a PIN.',
  hasNoPin: 'You have no PIN yet.',
  changePin: 'Change PIN',
  setPin: 'Set PIN',
  newPin: 'New PIN',
  confirmPin: 'Confirm PIN',
  accountPassword: 'Your password',
  savingPin: 'Saving your PIN, please wait...',
  pinSet: 'Your PIN is set.',
  pinLimitOff: 'Payments do not ask for your PIN.',
  pinLimitOn: 'Wallet and saved-card payments above {amount} ask for your PIN.',
  pinLimit: 'Ask for my PIN above (NGN)',
  pinLimitHint: 'For payments from your wallet and with saved cards. Leave it empty to never be asked.',
  pin: 'Your PIN',
  savePinLimit: 'Save',
  savingPinLimit: 'Saving, please wait...',

  sessionsTitle: 'Active sessions',
  currentSession: 'This browser',
  lastSeen: 'Last seen <time></time>',
  signOut: 'Sign out',
  signOutDevice: 'Sign out: {device}',
  signOutCurrentDevice: 'Sign out: {device} (this browser)',
  signOutOthers: 'Sign out of all other devices',
  signedOut: 'Signed out.',

  activityTitle: 'Activity log',
  keepActivityLog: 'Keep an activity log',
  activityEmptyHint: 'While the activity log is on, your sign-ins and changes appear here.',
  activityLogHint: 'Records sign-ins and changes to your account.',
})
