export { canOpen, canView, type OrderReader, orderLimitKey } from './access.ts'
export { advanceInSlot } from './advance-in-slot.ts'
export { claimGuestOrders } from './claim-guest-orders.ts'
export { cashbackOf, createOrder, getCustomerFromAccount } from './create-order.ts'
export { type Branding, createOrderHandler, toLocalPhone } from './create-order-handler.ts'
export { limitsForBackgroundPurchase, lookUpCustomer } from './customer-lookup.ts'
export type { Availability, Outage, PurchaseDeps } from './deps.ts'
export { buyForUser, payApprovedPurchase } from './manager-purchase.ts'
export {
  cancelManually,
  deliverManually,
  fetchVendorOutcome,
  hasUnknownAttempt,
  refreshOrder,
  requeryNow,
  requeryOnce,
  writeOffManually,
} from './manual-delivery.ts'
export { deliveryMismatchTexts } from './mismatch-texts.ts'
export { findOrder, openOrder, rejectFailedAccess } from './open-order.ts'
export { type Order, orderMachine } from './order.ts'
export { createOrderEndpoints } from './order-endpoints.ts'
export type { DeliveryRow, OrderHandler } from './order-handler.ts'
export { linkCodeOf } from './order-link.ts'
export { createOrderProcessor, type OrderProcessor } from './order-processor.ts'
export { currentStatus, orderStatusOf, statusForUser } from './order-status.ts'
export { orderSteps } from './order-steps.ts'
export { findPaidWith, isPaidByOwnerSql, paidWithText } from './paid-with.ts'
export { assertOrderSellable, type PayDeps, payOrder, payOrderBySavedCard } from './pay.ts'
export { payFromReservation } from './pay-from-wallet-or-card.ts'
export { type Payer, payerOfCaller } from './payer.ts'
export { createPaymentEvents } from './payment-events.ts'
export {
  isPayer,
  maskedNumber,
  type PaymentRequestRules,
  payerDigest,
  payerIdentities,
} from './payment-request.ts'
export { meterOrdersOfPhone, ordersOfPhone } from './phone-orders.ts'
export { processOrder } from './process.ts'
export { customerNumberDetails, pinCodesOf, productReceipt } from './product-receipt.ts'
export { orderQueues, overdueOrderCheck } from './queues.ts'
export { newAccessTokens, quoteExpiryOf, quoteLifetimeSeconds, storeQuote } from './quote.ts'
export { closeChargedBack } from './refund-order.ts'
export { refundDetailsOf, refundStatus } from './refunds.ts'
export { findEarlierVend, findVendOfMissingOrder, requeryIfRestored } from './requery-if-restored.ts'
export { combineRewards, type Reward, type Rewards } from './rewards.ts'
export { purchaseRoutes } from './routes.ts'
export {
  assertPriceUnchanged,
  assertServiceEnabled,
  currentNetworks,
  parseMobileNumber,
  parseNigerianPhone,
  requireNetwork,
  requireVariation,
  type ServiceDeps,
  selectVendor,
} from './service.ts'
export {
  type OrderCreator,
  parseForm,
  type QuoteRequest,
  type ReceiptDeps,
  type ServiceBackend,
} from './service-backend.ts'
export {
  deliveriesOf,
  deliveryOf,
  endReview,
  flagForReview,
  lockOrder,
  newReference,
  orderById,
  orderByReference,
} from './store.ts'
export { customerNameOf, deliveredMessageFields, identifiersOf, totalsOf } from './totals.ts'
