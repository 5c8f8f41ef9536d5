import { defineTexts } from '../../shared/i18n.ts'

/** Registration of personal and company accounts. */
export const registerTexts = defineTexts('register', {
  title: 'Create an account',
  introductionWithCashback:
    '{percent}% cashback on every purchase (but not on the service charge), a wallet, saved cards and saved meters.',
  introduction: 'A wallet, saved cards and saved meters.',
  createAccount: 'Create account',
  creatingAccount: 'Creating your account, please wait...',
  signInPrompt: 'Already have an account? <link>Sign in</link>',

  accountType: 'Account type',
  personalAccount: 'Personal',
  companyAccount: 'Company',
  contactName: 'Contact name',
  emailHint: "We'll e-mail you a verification code.",
  country: 'Country',
  countryTitle: 'Country of your phone',
  countryPlaceholder: 'Choose a country',
  phoneHint: 'For other countries, start with + and the country code.',
  phoneInvalid: 'Enter a valid phone number, e.g. 0801 234 5678',
  companyName: 'Company name',
  companyAddress: 'Company address',
  website: 'Website (optional)',
  rcNumber: 'RC number',
  rcNumberHint: 'As on your CAC certificate.',
  referralCode: 'Referral code (optional)',
  acceptTerms: 'I accept the <terms>terms and conditions</terms> and the <privacy>privacy policy</privacy>.',
})
