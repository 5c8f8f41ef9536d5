export { findBuyer } from './buyer.ts'
export { renderPowerReceipt } from './power-receipt.ts'
export { renderProductReceipt } from './product-receipt.ts'
export { renderStatement } from './statement.ts'
