import { defineTexts } from '../i18n.ts'

/** Messages of the forms of the back office. */
export const managementFieldTexts = defineTexts('managementField', {
  vendorReferenceMissing: 'Please enter the vendor reference.',
  unitsInvalid: 'Please enter the units as a number.',
  bankReferenceMissing: 'Please enter the reference of the transfer.',
  userMissing: 'Please select a user to continue.',
  templateNameMissing: 'Please name the template.',
  subjectInvalid: 'Please write the subject on one line.',
  subjectMissing: 'Please enter a subject.',
  sendTimeInvalid: 'Please enter a date and time.',
  sendTimePast: 'Please choose a time that is not in the past.',
  sendTimeTooLate: 'Please choose a time within the next {days} days.',
  messageMissing: 'Please write the message.',
  groupMissing: 'Please choose the recipients.',
  typeMissing: 'Please choose a type.',
  serviceMissing: 'Please choose a service.',
  answerMissing: 'Please write a reply.',
  topUpTooLow: 'The minimum is ₦5.',
  purposeMissing: 'Please say what it is for.',
  numberInvalid: 'Please enter a number.',
  companyMissing: 'Please choose the electricity company.',
  referenceInvalid: 'Please use letters and digits only.',
  tokenMissing: 'Please enter the token.',
  goodwillMissing: 'Please enter an amount.',
  noteMissing: 'Please write the note.',
  translationMissing: 'Please write the translation.',
})
