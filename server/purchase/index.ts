export { isOwner, mayOpen, mayView } from './access.ts'
export { adoptOrders } from './adopt.ts'
export { type Description, productFrom, shownNumber, type Words } from './describe.ts'
export { createEngine, type Engine } from './engine.ts'
export { deliveredFacts, keysOf, nameOf, sumsOf } from './figures.ts'
export { onPaid } from './on-paid.ts'
export { type Order, orderMoves } from './order.ts'
export type { PurchaseParts } from './parts.ts'
export { type PayParts, payForByCard } from './pay.ts'
export { type Payer, payerBehind } from './payer.ts'
export { processOrder } from './process.ts'
export type { DeliveryRow, News, Product } from './product.ts'
export { type Quote, storeQuote } from './quote.ts'
export { joinRewards, type Reward, type Rewards } from './rewards.ts'
export { purchaseRoutes } from './routes.ts'
export { served } from './served.ts'
export {
  accountName,
  chosenNetwork,
  chosenVariation,
  chosenVendor,
  isFirst,
  mobileNumber,
  networksNow,
  nigerianPhone,
  ownerOf,
  refuseNewPrice,
  refuseUnlessOn,
  type ServiceParts,
} from './service.ts'
export { deliveryOf, newReference, orderById, orderByReference } from './store.ts'
export { forgetUnpaid, sweepOrders } from './sweep.ts'
export { unverified, type Verified, verify } from './verification.ts'
export { statusNow } from './view.ts'
