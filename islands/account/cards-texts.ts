import { defineTexts } from '../../shared/i18n.ts'

/** Saved cards. */
export const cardsTexts = defineTexts('cards', {
  title: 'Cards',
  savedCards: 'Saved cards',
  savedCardsHint: 'Tick “Save card for later” when you pay by card, and it will appear here.',
  deleteCard: 'Delete {brand} ending in {digits}',
  deletingCard: 'Deleting your card, please wait...',
  cardDeleted: 'Your card is deleted.',
})
