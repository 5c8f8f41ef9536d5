export { failoverSms } from './failover-sms.ts'
export { campaignMail, type Mail } from './mail.ts'
export type { MailSender, SendResult, SmsSender, SmsSenders } from './senders.ts'
export { smtp } from './smtp.ts'
export {
  type Message,
  type PowerDelivered,
  powerDelivered,
} from './templates.ts'
export {
  accountExists,
  passwordChanged,
  passwordLink,
  pinRemoved,
  ticketAnswered,
  verificationCode,
  walletCredited,
} from './templates-accounts.ts'
export { alertMail, serviceRestored } from './templates-operations.ts'
export { productDelivered } from './templates-products.ts'
export { refundAccountAdded, refundAccountCode } from './templates-refund-account.ts'
export {
  type RefundDetails,
  type RefundNotification,
  type RefundReason,
  refundDueDate,
  refunded,
  refundNeedsAccount,
  refundSentence,
  refundStarted,
} from './templates-refunds.ts'
export { oneLine, smsLine } from './text.ts'
