import { orderTexts } from './order-texts.ts'

/** Fields with which a customer proves that an order is theirs, with their labels. */
export const findOrderFields = [
  { name: 'reference', label: orderTexts.referenceLabel, hint: orderTexts.referenceHint },
  { name: 'phone', label: orderTexts.phoneLabel, hint: orderTexts.phoneHint },
  { name: 'last_four', label: orderTexts.lastFourLabel, hint: orderTexts.lastFourHint },
] as const
