import { defineTexts } from '../../shared/i18n.ts'

/** The list of a provider's bundles. */
export const bundlePickerTexts = defineTexts('bundle-picker', {
  changeProvider: 'Change',
  sortLabel: 'Sort by',
  sortByLowestPrice: 'Price, lowest first',
  sortByHighestPrice: 'Price, highest first',
  sortByName: 'Name',
})
