import { defineTexts } from '../../shared/i18n.ts'

/** Support tickets. */
export const managedTicketsTexts = defineTexts('managementTickets', {
  title: 'Support tickets',
  empty: 'No tickets',
  reporterWithEmail: '{name} ({email})',
  origin: '{reporter}, <date></date>',
  orderOrigin: '{reporter}, <date></date>, order <link>{reference}</link>',
  language: 'Language: {language}',
  ourReply: 'Our reply: {reply}',
  reply: 'Reply',
  sendReply: 'Send reply',
  closeTicket: 'Close ticket',
})
