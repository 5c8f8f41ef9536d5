export { addTicketAnswer, markTicketClosed } from './answer.ts'
export { listOrderTickets, listTicketsByState, listUserTickets } from './list.ts'
export { ticketRoutes } from './routes.ts'
