export { power } from './engine.ts'
export { renderRecordReceipt } from './receipt.ts'
export { type RecordedPurchase, recordedPurchaseByReference, recordedPurchasesByIds } from './records.ts'
export { deliveredTokensOf, powerOrderOf } from './show.ts'
