export { enqueueMail, enqueueSms } from './enqueue.ts'
export { createOutboxSender } from './send.ts'
