export {
  accountClosedReason,
  closedAccountEmail,
  enqueueMail,
  enqueueSms,
  mailInsert,
  smsInsert,
} from './enqueue.ts'
export {
  emailOptOutsOf,
  optInToEmail,
  optInToSms,
  optOutOfEmail,
  optOutOfSms,
  smsOptOutsOf,
} from './opt-out.ts'
export { messagesOfOrder } from './order-messages.ts'
export { choosePhoneLanguage, languageOfPhone } from './phone-language.ts'
export { outboxQueue } from './send.ts'
