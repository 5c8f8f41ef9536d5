export { enqueueMail, enqueueSms } from './enqueue.ts'
export { outboxQueue } from './send.ts'
