import { defineTexts } from '../../shared/i18n.ts'

/** Dialog that creates a support ticket. */
export const ticketDialogTexts = defineTexts('ticketDialog', {
  order: '{title}, {number} ({reference})',
  message: 'What happened?',
  send: 'Send report',
  sending: 'Sending your report, please wait...',
  created: 'Ticket created. Your ticket number is',
  copyNumber: 'Copy number',
  numberCopied: 'Number copied.',
  numberNotCopied: 'The number could not be copied.',
  replyNotice: 'We reply by e-mail. You can also read our reply in <link>your support tickets</link>.',
})
