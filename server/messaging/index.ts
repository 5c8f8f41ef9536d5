export { type GoodsDelivered, goodsDelivered } from './goods.ts'
export type { Mail } from './mail.ts'
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
} from './texts.ts'
export { accountKnown, passwordChanged, passwordLink, verificationCode } from './texts-accounts.ts'
