import type { Tx } from '../database/index.ts'
import type { FoundRefund, RefundTruth } from './gateway.ts'
import type { Refund } from './payment.ts'
import { refundsBeside } from './store.ts'

/** What a gateway's list of refunds says of one of ours. `unsure`: it may show later, or be another's. */
export type Sought =
  | { readonly is: 'found'; readonly truth: RefundTruth }
  | { readonly is: 'not_there' }
  | { readonly is: 'unsure' }

/**
 * Looks for our refund among those of its payment: by its id, by our name for it, else one of the same
 * amount that no other row of ours holds. Rows of one amount are alike, but while another of them is being
 * sent, what is found may be that one's.
 * @param refund locked by the transaction, as every refund of its payment is by the lock of the order
 * @param found null when the gateway could not be asked
 */
export async function seek(tx: Tx, refund: Refund, found: readonly FoundRefund[] | null): Promise<Sought> {
  if (!found) return { is: 'unsure' }
  const { refund_id: known } = refund
  const mine = found.find((it) => (known ? it.refundId === known : it.ourReference === refund.id))
  if (mine) return { is: 'found', truth: truthOf(mine) }
  if (known) return { is: 'unsure' }
  const siblings = (await refundsBeside(tx, refund)).filter((it) => it.id !== refund.id)
  const held = new Set(siblings.map((it) => it.refund_id))
  const alike = found.find(
    (it) => it.ourReference === undefined && it.amountKobo === refund.amount_kobo && !held.has(it.refundId),
  )
  if (!alike) return { is: 'not_there' }
  const isBeingSent = siblings.some(
    (it) => it.amount_kobo === refund.amount_kobo && it.state === 'unknown' && it.because === 'sending',
  )
  return isBeingSent ? { is: 'unsure' } : { is: 'found', truth: truthOf(alike) }
}

function truthOf(found: FoundRefund): RefundTruth {
  switch (found.state) {
    case 'needs_attention':
      return { is: 'needs_attention', refundId: found.refundId }
    case 'failed':
      return { is: 'failed', because: 'failed at the gateway', refundId: found.refundId }
    default:
      return { is: 'accepted', refundId: found.refundId, state: found.state }
  }
}
