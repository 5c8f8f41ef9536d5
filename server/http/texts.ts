import { defineTexts } from '../../shared/i18n.ts'

/** Messages of responses whose endpoint defines none, by status. */
export const envelopeTexts = defineTexts('envelope', {
  success: 'Done.',
  created: 'Created.',
  pending: 'We are still working on this.',
})

/** Messages of the API that belong to no feature. */
export const httpServerTexts = defineTexts('httpServer', {
  alive: 'The process is up.',
  ready: 'Ready.',
  startAgain: 'Please start again.',
  idempotencyKeyInvalid: 'An Idempotency-Key has 8 to 100 letters, digits, hyphens or underscores.',
  fileMissing: 'Please choose a file.',
  fileTooLarge: 'The file is larger than {megabytes} MB. Please split it into smaller ones.',
})

/** Messages of fields whose contract defines none. */
export const defaultFieldTexts = defineTexts('defaultField', {
  required: 'This is required.',
  notOffered: 'Please choose one of the values offered.',
  tooLong: 'Please use at most {max} characters.',
  tooLarge: 'Please use at most {max}.',
  tooShort: 'Please use at least {min} characters.',
  tooSmall: 'Please use at least {min}.',
  invalidFormat: 'This does not look right. Please check it.',
  unreadable: 'We cannot read this. Please check it.',
})
