import { defineTexts } from '../../shared/i18n.ts'

/** Components that every feature uses. */
export const uiTexts = defineTexts('ui', {
  failedIslandTitle: 'Something went wrong here.',
  failedIslandHint: "Please reload the page. You won't be charged twice.",
  reload: 'Reload',
  closeDialog: 'Close',
  invalidFieldsTitle: 'There is a problem',
  failedRequestTitle: 'Something went wrong',
  searchIn: 'Search: {title}',
  optionWithDetail: '{name} ({detail})',
  copyToken: 'Copy token',
  tokenCopied: 'Token copied successfully!',
  tokenNotCopied: 'Failed to copy token. Please try again.',
  showPassword: 'Show',
  hidePassword: 'Hide',
  unknownCardBrand: 'Card',
})
