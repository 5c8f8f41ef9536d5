import { defineTexts } from './i18n.ts'

/** Merchant and contact on every receipt: on paper, as a PDF and as a picture. */
export const merchantTexts = defineTexts('merchant', {
  soldBy: 'Sold by {merchant}, {site}',
  help: 'Help: {address}',
})
