export { addTicketAnswer, markTicketClosed } from './answer.ts'
export { ticketsAbout, ticketsIn, ticketsOf } from './list.ts'
export { ticketRoutes } from './routes.ts'
