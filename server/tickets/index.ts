export { addTicketAnswer, markTicketClosed } from './answer.ts'
export { ticketsAbout, ticketsIn } from './list.ts'
export { ticketRoutes } from './routes.ts'
