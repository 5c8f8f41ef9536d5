import { defineTexts } from '../../shared/i18n.ts'

/** The network suggested for a phone number. */
export const networkHintTexts = defineTexts('network-hint', {
  suggestion: 'This number looks like {suggested}.',
  suggestionForPorted: 'This number looks like {suggested}. Was this number ported to {chosen}?',
  accept: 'Use it',
})
