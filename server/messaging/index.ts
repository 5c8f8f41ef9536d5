export { africasTalking } from './africastalking.ts'
export { eitherSms } from './either-sms.ts'
export { type GoodsDelivered, goodsDelivered } from './goods.ts'
export { type Mail, mailToMany } from './mail.ts'
export type { MailAttachment, MailSender, Sent, SmsSender } from './senders.ts'
export { smtp } from './smtp.ts'
export { termii } from './termii.ts'
export {
  type Message,
  type PaymentMismatch,
  type PowerDelivered,
  paymentMismatch,
  powerDelivered,
  type RefundNews,
  type RefundReason,
  refunded,
  refundStarted,
  refundWantsAccount,
} from './texts.ts'
export {
  accountKnown,
  passwordChanged,
  passwordLink,
  ticketAnswered,
  verificationCode,
  walletTopped,
} from './texts-accounts.ts'
export { alarmMail, serviceBack } from './texts-operations.ts'
