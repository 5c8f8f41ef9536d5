import { defineTexts } from '../../shared/i18n.ts'

/** The user's support tickets. */
export const ticketsTexts = defineTexts('tickets', {
  title: 'Support tickets',
  introduction:
    'To tell us about a problem with an order, open it under <link>History</link> and press “Report a problem”.',
  emptyHint: 'Your questions and our replies appear here.',
  newTicket: 'New ticket',
  ticketOfOrder: '<time></time>, {service}, <link>{reference}</link>',
  reply: 'Our reply',
})
