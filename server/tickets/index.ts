export { listOrderTickets, listTicketsByState, listUserTickets, ticketDueAt } from './list.ts'
export { markTicketClosed, sendTicketReply } from './reply.ts'
export { ticketRoutes } from './routes.ts'
