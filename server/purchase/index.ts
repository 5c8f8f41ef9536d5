export { isOwner, mayOpen, mayView } from './access.ts'
export { adoptOrders } from './adopt.ts'
export { askNow, deliverByHand, giveBackByHand, isUnclear, vendorSays } from './by-hand.ts'
export { type Description, productFrom, shownNumber, type Words } from './describe.ts'
export { createEngine, type Engine } from './engine.ts'
export { deliveredFacts, keysOf, nameOf, sumsOf } from './figures.ts'
export { onPaid } from './on-paid.ts'
export { findOrder, openOrder, refuseGuess } from './open.ts'
export { type Order, orderMoves } from './order.ts'
export { alwaysSelling, type PurchaseParts, type Selling, type Stop } from './parts.ts'
export { type PayParts, payFor, payForByCard, refuseUnsold } from './pay.ts'
export { buyForUser } from './pay-by-manager.ts'
export { payFromSetAside } from './pay-own.ts'
export { type Payer, payerBehind } from './payer.ts'
export { accountHolder, cashbackOf, storePriced } from './priced.ts'
export { processOrder } from './process.ts'
export type { DeliveryRow, News, Product } from './product.ts'
export { type Quote, storeQuote } from './quote.ts'
export { joinRewards, type Reward, type Rewards } from './rewards.ts'
export { purchaseRoutes } from './routes.ts'
export { served } from './served.ts'
export {
  chosenNetwork,
  chosenVariation,
  chosenVendor,
  mobileNumber,
  networksNow,
  nigerianPhone,
  refuseNewPrice,
  refuseUnlessOn,
  type ServiceParts,
} from './service.ts'
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
export { sweepOrders } from './sweep.ts'
export { type Verified, verify } from './verification.ts'
export { statusNow, statusOf } from './view.ts'
