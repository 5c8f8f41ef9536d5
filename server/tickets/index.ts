export { answerTicket, closeTicket } from './answer.ts'
export { type ManagedTicket, ticketsAbout, ticketsIn } from './list.ts'
export { ticketRoutes } from './routes.ts'
