export { payByManager } from './by-manager.ts'
export { type Card, cardOf, cardsOf, deleteCard, keepCard } from './cards.ts'
export { type CardIntent, chargeCard } from './charge-card.ts'
export { isDisputed } from './dispute.ts'
export { holdFromWallet, payFromHold, spendHold } from './from-wallet.ts'
export type { Gateway, Inflow, Reservation, ReusableCard } from './gateway.ts'
export { type Await, clearEarlier, openCheckout, type PaymentIntent } from './initiate.ts'
export { type OnPaid, type PayableOrder, type RefundMove, refundRoutes, routeOf } from './paid-for.ts'
export { gatewayOf, type PaymentParts } from './parts.ts'
export { accountlessRefunds, type BankAccount, nameOfAccount, payInto, payingInto } from './pay-into.ts'
export {
  isAtGateway,
  isOpen,
  isPaid,
  isUnclear,
  type Payment,
  paymentLifeSeconds,
  paymentMoves,
  type Refund,
  refundMoves,
  type Source,
  type TopUp,
  type Unmatched,
} from './payment.ts'
export { beginRefund, beginReturn, pursueRefund } from './refund.ts'
export { settle, settleOnReturn } from './settle.ts'
export {
  hashOf,
  payerOf,
  paymentByReference,
  paymentsOf,
  refundsBeside,
  refundsOf,
  sourceOf,
  unmatchedById,
} from './store.ts'
export { sweepPayments } from './sweep.ts'
export { openTopUp, type TopUpIntent } from './top-up.ts'
export { receiveWebhook } from './webhook.ts'
