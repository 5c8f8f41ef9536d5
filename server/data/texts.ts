import { defineTexts } from '../../shared/i18n.ts'

/** Data orders: messages of the API, messages to the customer, receipts. */
export const dataServerTexts = defineTexts('dataServer', {
  receiptTitle: 'Data receipt',
  orderLabel: '{plan} for {number}',
  unnamedPlan: 'Data',
  delivered: 'Your data plan is active.',
  headline: 'Your data plan is active: {plan}',
  nextStep: 'The plan is active.',
  phone: 'Phone',
  plan: 'Plan',
})
