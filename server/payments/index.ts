export type { Gateway } from './gateway.ts'
export { type Await, hashOf, openCheckout, type PaymentIntent } from './initiate.ts'
export type { OnPaid, PayableOrder } from './paid-for.ts'
export { gatewayOf, type PaymentParts } from './parts.ts'
export {
  isOpen,
  isPaid,
  type Payment,
  paymentLifeSeconds,
  paymentMoves,
  type Refund,
  refundMoves,
} from './payment.ts'
export { beginRefund, pursueRefund } from './refund.ts'
export { settle } from './settle.ts'
export { payerOf, paymentByReference, paymentsOf, refundsOf } from './store.ts'
export { sweepPayments } from './sweep.ts'
export { receiveWebhook } from './webhook.ts'
