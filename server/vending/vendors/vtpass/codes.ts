import { vendorReview } from '../../../../shared/vending.ts'
import type { FailureReason, UnknownReason } from '../../vendor.ts'

/** The meaning of a code. With `transaction_status` the status of the transaction in the response decides. */
type Meaning =
  | { type: 'failed'; reason: FailureReason }
  | { type: 'unknown'; reason: UnknownReason }
  | { type: 'transaction_status' }

const failedMeaning = (reason: FailureReason): Meaning => ({ type: 'failed', reason })
const unknownMeaning = (reason: UnknownReason): Meaning => ({ type: 'unknown', reason })
const transactionStatus: Meaning = { type: 'transaction_status' }

/**
 * The meaning of each code. On a requery a code counts only if it concerns the purchase: a key rejected today proves
 * nothing about yesterday's vend. A code that is not listed is `unknown`.
 * Source: VTpass documentation, "Response codes"
 */
const table: Readonly<Record<string, { onVend: Meaning; onRequery: Meaning }>> = Object.freeze({
  '000': both(transactionStatus),
  '001': both(transactionStatus),
  '089': both(unknownMeaning('processing')),
  '099': both(unknownMeaning('processing')),
  '083': both(unknownMeaning('processing')),
  '044': both(unknownMeaning(vendorReview)),
  '014': both(unknownMeaning('processing')), // id already used: the first request is requeried
  '015': { onVend: unknownMeaning('unlisted'), onRequery: unknownMeaning('never_received') },

  '040': both(failedMeaning('reversed')),
  '016': both(failedMeaning('rejected')),
  '091': both(failedMeaning('rejected')),
  '010': both(failedMeaning('our_fault')),
  '012': both(failedMeaning('our_fault')),
  '013': both(failedMeaning('rejected')),
  '017': both(failedMeaning('rejected')),
  '031': both(failedMeaning('rejected')),
  '032': both(failedMeaning('rejected')),
  '018': both(failedMeaning('float_empty')),
  '019': both(failedMeaning('duplicate')),
  '028': both(failedMeaning('our_fault')),

  '011': callRejected(failedMeaning('our_fault')),
  '020': callRejected(failedMeaning('rejected')),
  '021': callRejected(failedMeaning('our_fault')),
  '022': callRejected(failedMeaning('our_fault')),
  '023': callRejected(failedMeaning('our_fault')),
  '024': callRejected(failedMeaning('our_fault')),
  '027': callRejected(failedMeaning('our_fault')),
  '030': callRejected(failedMeaning('product_down')),
  '034': callRejected(failedMeaning('product_down')),
  '035': callRejected(failedMeaning('product_down')),
  '085': callRejected(failedMeaning('our_fault')),
  '087': callRejected(failedMeaning('our_fault')),
})
export const codes: ReadonlyMap<string, { onVend: Meaning; onRequery: Meaning }> = new Map(
  Object.entries(table),
)

function both(meaning: Meaning) {
  return Object.freeze({ onVend: meaning, onRequery: meaning })
}

/** Rejects the call itself: a purchase is then proven to have failed; a requery has no result. */
function callRejected(onVend: Meaning) {
  return Object.freeze({ onVend, onRequery: unknownMeaning('requery_rejected') })
}

/** Final transaction statuses. Every other status is in progress. */
export const statuses: ReadonlyMap<string, 'delivered' | 'rejected' | 'reversed'> = new Map([
  ['delivered', 'delivered'],
  ['failed', 'rejected'],
  ['reversed', 'reversed'],
])
