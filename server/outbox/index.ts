export { putMail, putSms } from './put.ts'
export { type OutboxParts, outboxSender } from './send.ts'
