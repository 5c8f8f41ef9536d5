import { formatMoney } from '../../shared/money.ts'
import type { Tx } from '../database/index.ts'
import type { OnPaid, RefundMove } from './paid-for.ts'
import type { Source, TopUp } from './payment.ts'
import { lockTopUp, lockUnmatched } from './store.ts'
import { tellOwner } from './tell-owner.ts'

/** What a refund concerns beside its payment: locked before it, and told of each move. */
export interface Concern {
  lock(tx: Tx): Promise<unknown>
  refundMoved(tx: Tx, refund: RefundMove): Promise<void>
}

/** The order of a payment, the top-up that the payment is, or a transfer, of which there is nobody to tell. */
export function concernOf(onPaid: OnPaid, source: Source): Concern {
  switch (source.purpose) {
    case 'order':
      return {
        lock: (tx) => onPaid.lock(tx, source.order_id),
        refundMoved: (tx, refund) => onPaid.refundMoved(tx, source.order_id, refund),
      }
    case 'wallet_topup':
      return {
        lock: (tx) => lockTopUp(tx, source.id),
        refundMoved: (tx, refund) => tellOfReturn(tx, source, refund),
      }
    case 'inflow':
      return { lock: (tx) => lockUnmatched(tx, source.id), refundMoved: async () => {} }
  }
}

async function tellOfReturn(tx: Tx, topUp: TopUp, { state }: RefundMove): Promise<void> {
  if (state !== 'requested') return
  await tellOwner(tx, topUp.user_id, {
    subject: 'Your top-up is being returned',
    body: `The payment for your top-up of ${formatMoney(topUp.amount_kobo)} did not arrive as it was asked for, so it goes back to the card or account it came from.`,
  })
}
