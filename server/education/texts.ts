import { defineTexts } from '../../shared/i18n.ts'

/** Exam PIN orders: messages of the API, messages to the customer, receipts. */
export const educationServerTexts = defineTexts('educationServer', {
  receiptTitle: 'Exam PIN receipt',
  orderLabel: '{examBody}: {product}',
  productsOrdered: '{quantity} × {product}',
  delivered: 'Your PIN is ready.',
  headline: '{count, plural, one {Your {examBody} PIN is ready} other {Your {examBody} PINs are ready}}',
  safetyWarning: 'Keep this message safe. Anyone with the PIN can use it.',
  aboveMaximum: 'The maximum per order is {quantity}.',

  examBody: 'Exam body',
  exam: 'Exam',
  profileId: 'Profile ID',
  phone: 'Phone',
  customer: 'Customer',
})
