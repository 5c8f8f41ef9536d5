export { failoverSms } from './failover-sms.ts'
export { campaignMail, type Mail } from './mail.ts'
export { mailboxOf } from './mailbox.ts'
export type { MailSender, SendResult, SmsSender, SmsSenders } from './senders.ts'
export { smtp } from './smtp.ts'
export {
  type Message,
  type PowerDelivered,
  powerDeliveredMessage,
} from './templates.ts'
export {
  accountClosedMessage as accountClosed,
  accountExistsMessage,
  passwordChangedMessage,
  passwordLinkMessage,
  pinRemovedMessage,
  ticketReplyMessage,
  verificationCodeMessage,
  walletCreditedMessage,
} from './templates-accounts.ts'
export { alertMail, serviceRestoredMessage } from './templates-operations.ts'
export { payerDeliveryMessage } from './templates-payment-requests.ts'
export { productDeliveredMessage } from './templates-products.ts'
export { refundAccountAddedMessage, refundAccountCodeMessage } from './templates-refund-account.ts'
export {
  type RefundDetails,
  type RefundNotification,
  type RefundReason,
  refundDueDate,
  refundedMessage,
  refundNeedsAccountMessage,
  refundSentence,
  refundStartedMessage,
} from './templates-refunds.ts'
export { buildScheduleMessage } from './templates-schedules.ts'
export { smsLine } from './text.ts'
