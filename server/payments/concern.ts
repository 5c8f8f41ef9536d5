import { formatMoney } from '../../shared/money.ts'
import type { Tx } from '../database/index.ts'
import type { OnPaid, RefundMove } from './paid-for.ts'
import type { Payment, TopUp } from './payment.ts'
import { lockTopUp } from './store.ts'
import { tellOwner } from './tell-owner.ts'

/** What a refund concerns beside its payment: locked before it, and told of each move. */
export interface Concern {
  lock(tx: Tx): Promise<unknown>
  refundMoved(tx: Tx, refund: RefundMove): Promise<void>
}

/** The order of a payment, or the top-up that the payment is. */
export const concernOf = (onPaid: OnPaid, payment: Payment | TopUp): Concern =>
  payment.purpose === 'order'
    ? {
        lock: (tx) => onPaid.lock(tx, payment.order_id),
        refundMoved: (tx, refund) => onPaid.refundMoved(tx, payment.order_id, refund),
      }
    : {
        lock: (tx) => lockTopUp(tx, payment.id),
        refundMoved: (tx, refund) => tellOfReturn(tx, payment, refund),
      }

async function tellOfReturn(tx: Tx, topUp: TopUp, { state }: RefundMove): Promise<void> {
  if (state !== 'requested') return
  await tellOwner(tx, topUp.user_id, {
    subject: 'Your top-up is being returned',
    body: `The payment for your top-up of ${formatMoney(topUp.amount_kobo)} did not arrive as it was asked for, so it goes back to the card or account it came from.`,
  })
}
