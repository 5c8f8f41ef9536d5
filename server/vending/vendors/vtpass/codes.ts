import type { FailedBecause, UnknownBecause } from '../../vendor.ts'

type Meaning =
  | { is: 'failed'; because: FailedBecause }
  | { is: 'unknown'; because: UnknownBecause }
  | { is: 'stated' }

const failed = (because: FailedBecause): Meaning => ({ is: 'failed', because })
const unknown = (because: UnknownBecause): Meaning => ({ is: 'unknown', because })
/** The transaction's own status, inside the answer, decides. */
const stated: Meaning = { is: 'stated' }

/**
 * What a code proves. On a requery it counts only when it speaks of the purchase: a key that was
 * refused today says nothing about a vend of yesterday. A code that is not here is `unknown`.
 * Source: VTpass documentation, "Response codes"
 */
const table: Readonly<Record<string, { onVend: Meaning; onRequery: Meaning }>> = Object.freeze({
  '000': both(stated),
  '001': both(stated),
  '089': both(unknown('processing')),
  '099': both(unknown('processing')),
  '083': both(unknown('processing')),
  '044': both(unknown('for_a_person')),
  '014': both(unknown('processing')), // used before: the first sending is asked about
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

  '011': ofTheCall(failed('our_fault')),
  '020': ofTheCall(failed('rejected')),
  '021': ofTheCall(failed('our_fault')),
  '022': ofTheCall(failed('our_fault')),
  '023': ofTheCall(failed('our_fault')),
  '024': ofTheCall(failed('our_fault')),
  '027': ofTheCall(failed('our_fault')),
  '030': ofTheCall(failed('product_down')),
  '034': ofTheCall(failed('product_down')),
  '035': ofTheCall(failed('product_down')),
  '085': ofTheCall(failed('our_fault')),
  '087': ofTheCall(failed('our_fault')),
})
export const codes: ReadonlyMap<string, { onVend: Meaning; onRequery: Meaning }> = new Map(
  Object.entries(table),
)

function both(meaning: Meaning) {
  return Object.freeze({ onVend: meaning, onRequery: meaning })
}

/** Refuses the call that was made: a purchase is then proven not to have happened, an asking just failed. */
function ofTheCall(onVend: Meaning) {
  return Object.freeze({ onVend, onRequery: unknown('for_a_person') })
}

/** A transaction's own status. Any other word is still in progress. */
export const statuses: ReadonlyMap<string, 'delivered' | 'rejected' | 'reversed'> = new Map([
  ['delivered', 'delivered'],
  ['failed', 'rejected'],
  ['reversed', 'reversed'],
])
