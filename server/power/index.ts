export { power } from './engine.ts'
export { renderRecordReceipt } from './receipt.ts'
export { type RecordedPurchase, recordedByReference, recordsByIds } from './records.ts'
export { deliveredTokensOf, powerOrderOf } from './show.ts'
