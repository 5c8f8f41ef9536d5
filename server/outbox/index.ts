export { putMail, putSms } from './put.ts'
export { type OutboxParts, sendOutbox } from './send.ts'
