import { defineTexts } from '../../../shared/i18n.ts'

/** The page on which a customer opens an order to which the browser has no access. */
export const findOrderPageTexts = defineTexts('findOrderPage', {
  heading: 'Find your order',
  intro: 'Enter the details of the order to open it on this device.',
  notFound: 'No record found',
  noMatch: 'These details do not match any order. Check them and try again.',
})

/** The page shown when an order cannot be bought again. */
export const repeatOrderPageTexts = defineTexts('repeatOrderPage', {
  chooseService: 'Choose a service',
})
