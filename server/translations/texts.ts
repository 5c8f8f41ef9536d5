import { defineTexts } from '../../shared/i18n.ts'

/** Messages of the API after a change of a translation, and why one cannot be saved. */
export const translationTexts = defineTexts('translationServer', {
  saved: 'The translation is saved. Customers see it within a second.',
  reviewed: 'The translation is reviewed.',
  reviewRemoved: 'The translation waits for review again.',
  missingPlaceholder: 'The translation must contain {placeholder}, as the English text does.',
  unknownPlaceholder: 'The English text has no {placeholder}. Use only the placeholders that are listed.',
  wrongFormat: 'Write {placeholder} in the same form as in the English text.',
  incompletePlural: 'Each plural needs the form: other.',
  malformed: 'A brace or a tag is not closed, or is empty. Compare the text with the English one.',
})
