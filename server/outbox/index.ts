export { enqueueMail, enqueueSms } from './enqueue.ts'
export { optInToSms, optOutOfSms, smsOptOutsOf } from './opt-out.ts'
export { outboxQueue } from './send.ts'
