export {
  type Card,
  cardDigitsOf,
  cardSignatureHashes,
  deleteCard,
  deleteCardsOf,
  findCard,
  listCards,
  saveCard,
} from './cards.ts'
export { chargeCard } from './charge-card.ts'
export { isReducedAtGateway } from './defer-disputed-refund.ts'
export type { PaymentDeps } from './deps.ts'
export {
  createDisputeResponse,
  disputeResponseStateOf,
  requeryDisputeResponses,
  respondToDispute,
  sendStoredResponse,
} from './dispute-response.ts'
export {
  assertNoOpenDispute,
  hasDisputedTopUpSql,
  hasLostDispute,
  hasOpenDispute,
  hasOpenDisputeSql,
} from './dispute-status.ts'
export { fetchDisputes } from './fetch-disputes.ts'
export type {
  BankServices,
  DisputeEvidence,
  Gateway,
  GatewayAdapter,
  GatewayDeposit,
  GatewayRefund,
  GatewaySettlement,
  GatewaySettlementLine,
  Gateways,
  GatewayTransaction,
  PaymentStatusResult,
  ReservationResult,
} from './gateway.ts'
export { reportInvalidCredentials } from './invalid-credentials.ts'
export { createManagerPayment } from './manager-payment.ts'
export { closeManuallyPaidRefund, reduceUnknownRefund } from './manual-payout.ts'
export {
  type MarkAwaitingPayment,
  openCheckout,
  resolveEarlierPayments,
} from './open-checkout.ts'
export {
  accountApproved,
  disputedReview,
  effectivePayment,
  hasStoredAccount,
  isAtGateway,
  isOpen,
  isPaid,
  isPaymentOutcomeUnknown,
  isUnsent,
  type Payment,
  partlyReversedReview,
  payingIntoAccount,
  paymentLifetimeSeconds,
  paymentMachine,
  type Refund,
  refundMachine,
  returnedByBank,
  reversedReview,
  type TopUp,
} from './payment.ts'
export {
  type NewlyPaidOrder,
  type PaymentEvents,
  paymentInstrumentOf,
  type RefundAccount,
  type RefundStateChange,
  refundDestinationOf,
} from './payment-events.ts'
export { paymentQueues } from './queues.ts'
export {
  inspectMissingPayment,
  type MissingOrderVendStatus,
  missingOrderReasons,
  recoverPayment,
} from './recover-payment.ts'
export { createDepositRefund, createRefund, hasUnrecordedRefund, processRefund } from './refund.ts'
export { lockRefundWithSubject } from './refund-subject.ts'
export {
  accountInReview,
  approveAccount,
  refundsAwaitingAccount,
  rejectAccount,
  resolveRefundAccountName,
  submitRefundAccount,
} from './refund-to-account.ts'
export { latestLostDisputeOf, postedRefundOf, unreturnedKobo } from './returned-money.ts'
export {
  findAppliedPayment,
  findPaymentByReference,
  findRefundableDeposit,
  findRefundById,
  findRefundSource,
  isRefundInFlightSql,
  isRefundOutcomeUnknownSql,
  listPayments,
  listRefunds,
  lockRefundableDeposit,
  type PaymentOrigin,
  paymentReferenceIn,
  refundsOfSource,
  sha256,
} from './store.ts'
export { paymentServerTexts, refundDestinationTexts } from './texts.ts'
export { openTopUp } from './top-up.ts'
export { verifyPayment, verifyPaymentCached } from './verify-payment.ts'
export { captureHold, createWalletPayment, holdWalletPayment } from './wallet-payment.ts'
export { receiveWebhook } from './webhook.ts'
