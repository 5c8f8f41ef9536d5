import { defineTexts } from '../../shared/i18n.ts'

/** Report of a problem with an order. */
export const reportTexts = defineTexts('order-report', {
  order: 'Order {reference}',
  message: 'What went wrong?',
  messageHint: "Don't include card numbers or PINs.",
  email: 'E-mail for our reply (optional)',
  userEmailHint: 'Without it we use the address of your account.',
  guestEmailHint: "Leave blank and we'll reply to the e-mail or phone on the order.",
  submit: 'Send report',
  sending: 'Sending your report, please wait...',
  backToOrder: 'Back to the order',
  help: 'Help',

  createdTitle: 'Ticket created',
  number: 'Your ticket number is',
  copyNumber: 'Copy number',
  numberCopied: 'Number copied.',
  numberNotCopied: 'The number could not be copied.',
  replyTime: "We'll reply within 1 working day.",
})
