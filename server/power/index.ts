export { power } from './engine.ts'
export { renderRecordReceipt } from './receipt.ts'
export { type RecordedPurchase, recordedByReference, recordsByIds } from './records.ts'
export { powerOrderOf } from './show.ts'
