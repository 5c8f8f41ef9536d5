import { defineTexts } from './i18n.ts'

/** Messages of the fields of payment requests. */
export const paymentRequestFieldTexts = defineTexts('paymentRequestField', {
  noteTooLong: 'Please use at most {max} characters.',
  noteInvalid: 'Please write the note in letters, digits and signs, without links.',
  reasonMissing: 'Please say what is wrong with this request.',
  daysInvalid: 'Please choose how long the request is open.',
})
