import { defineTexts } from '../../shared/i18n.ts'

/** Support tickets. */
export const managedTicketsTexts = defineTexts('managementTickets', {
  title: 'Support tickets',
  empty: 'No tickets with this status.',
  noSuchTicket: 'There is no ticket {number}.',
  allTickets: 'Show all tickets',
  number: 'Number',
  order: 'Order',
  message: 'Message',
  action: 'Action',
  openTicket: 'Open {number}',
  replyTo: 'Reply to {number}',
  reporterWithEmail: '{name} ({email})',
  origin: '<user>{reporter}</user>, <date></date>',
  orderOrigin: '<user>{reporter}</user>, <date></date>, order <link>{reference}</link>',
  language: 'Language: {language}',
  ourReply: 'Our reply: {reply}',
  reply: 'Reply',
  sendReply: 'Send reply',
  closeTicket: 'Close ticket',
})
