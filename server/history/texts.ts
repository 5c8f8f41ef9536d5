import { defineTexts } from '../../shared/i18n.ts'

/** Orders in a user's history. */
export const historyServerTexts = defineTexts('historyServer', {
  recorded: 'This purchase was made elsewhere, and we recorded it for you.',
})
