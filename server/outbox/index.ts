export { enqueueMail, enqueueSms } from './enqueue.ts'
export { createOutboxSender, type OutboxDeps } from './send.ts'
