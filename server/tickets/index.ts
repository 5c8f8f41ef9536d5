export { listOrderTickets, listTicketsByState, listUserTickets, ticketDueAt } from './list.ts'
export { markTicketClosed, replyToTicket } from './reply.ts'
export { ticketRoutes } from './routes.ts'
