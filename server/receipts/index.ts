export { type Buyer, buyerOf } from './buyer.ts'
export { type GoodsPaper, goodsReceipt } from './goods.ts'
export { powerReceipt } from './power.ts'
