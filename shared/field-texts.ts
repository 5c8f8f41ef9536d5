import { defineTexts } from './i18n.ts'

/** Messages of the fields that several forms have, and of the electricity form. */
export const fieldTexts = defineTexts('field', {
  tooLong: 'Please use at most {max} characters.',
  invalidCharacters: 'Please use letters, digits and signs only.',
  nameMissing: 'Please enter your name.',
  nameInvalid: 'Please use letters, spaces, hyphens and apostrophes only.',
  amountMissing: 'Please enter an amount in naira.',
  amountInvalid: 'Please enter an amount in naira, like 5000 or 1500.50.',
  amountOutOfBounds: 'Please enter an amount from ₦100 to ₦500,000.',
  meterMissing: 'Please enter the number on your meter card.',
  meterInvalid: 'A meter number has 11 to 20 digits.',
  phoneMissing: 'Please enter a phone number.',
  phoneTooLong: 'That phone number is too long.',
  emailInvalid: 'Please enter an e-mail address like ada@example.com.',
  dayInvalid: 'Please choose a day.',
  reasonMissing: 'Please enter a reason.',
  meterTypeMissing: 'Please choose prepaid or postpaid.',
  companyMissing: 'Please choose your electricity company.',
})
