export { type Buyer, findBuyer } from './buyer.ts'
export { renderPowerReceipt } from './power-receipt.ts'
export { type ProductReceipt, renderProductReceipt } from './product-receipt.ts'
