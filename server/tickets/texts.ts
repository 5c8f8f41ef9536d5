import { defineTexts } from '../../shared/i18n.ts'

/** Messages of the API and notifications about support tickets. */
export const ticketServerTexts = defineTexts('ticketServer', {
  created: "Ticket {number} created. We'll reply within 1 working day.",
  answeredSubject: 'We replied to ticket {number}',
})
