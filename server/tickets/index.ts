export { addTicketAnswer, markTicketClosed } from './answer.ts'
export { listOrderTickets, listTicketsByState, listUserTickets, ticketDueAt } from './list.ts'
export { ticketRoutes } from './routes.ts'
