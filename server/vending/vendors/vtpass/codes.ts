import type { FailureReason, UnknownReason } from '../../vendor.ts'

type Meaning =
  | { type: 'failed'; reason: FailureReason }
  | { type: 'unknown'; reason: UnknownReason }
  | { type: 'stated' }

const failed = (reason: FailureReason): Meaning => ({ type: 'failed', reason })
const unknown = (reason: UnknownReason): Meaning => ({ type: 'unknown', reason })
/** The transaction status inside the response decides. */
const transactionStatus: Meaning = { type: 'stated' }

/**
 * The meaning of each code. On a requery a code counts only if it concerns the purchase: a key rejected today proves
 * nothing about yesterday's vend. A code that is not listed is `unknown`.
 * Source: VTpass documentation, "Response codes"
 */
const table: Readonly<Record<string, { onVend: Meaning; onRequery: Meaning }>> = Object.freeze({
  '000': both(transactionStatus),
  '001': both(transactionStatus),
  '089': both(unknown('processing')),
  '099': both(unknown('processing')),
  '083': both(unknown('processing')),
  '044': both(unknown('for_a_person')),
  '014': both(unknown('processing')), // id already used: the first request is requeried
  '015': { onVend: unknown('unlisted'), onRequery: unknown('never_received') },

  '040': both(failed('reversed')),
  '016': both(failed('rejected')),
  '091': both(failed('rejected')),
  '010': both(failed('our_fault')),
  '012': both(failed('our_fault')),
  '013': both(failed('rejected')),
  '017': both(failed('rejected')),
  '031': both(failed('rejected')),
  '032': both(failed('rejected')),
  '018': both(failed('float_empty')),
  '019': both(failed('duplicate')),
  '028': both(failed('our_fault')),

  '011': callRejected(failed('our_fault')),
  '020': callRejected(failed('rejected')),
  '021': callRejected(failed('our_fault')),
  '022': callRejected(failed('our_fault')),
  '023': callRejected(failed('our_fault')),
  '024': callRejected(failed('our_fault')),
  '027': callRejected(failed('our_fault')),
  '030': callRejected(failed('product_down')),
  '034': callRejected(failed('product_down')),
  '035': callRejected(failed('product_down')),
  '085': callRejected(failed('our_fault')),
  '087': callRejected(failed('our_fault')),
})
export const codes: ReadonlyMap<string, { onVend: Meaning; onRequery: Meaning }> = new Map(
  Object.entries(table),
)

function both(meaning: Meaning) {
  return Object.freeze({ onVend: meaning, onRequery: meaning })
}

/** Rejects the call itself: a purchase is then proven to have failed; a requery has no result. */
function callRejected(onVend: Meaning) {
  return Object.freeze({ onVend, onRequery: unknown('for_a_person') })
}

/** Final transaction statuses. Every other status is in progress. */
export const statuses: ReadonlyMap<string, 'delivered' | 'rejected' | 'reversed'> = new Map([
  ['delivered', 'delivered'],
  ['failed', 'rejected'],
  ['reversed', 'reversed'],
])
