import { type Kysely, sql } from 'kysely'
import type { RefundCause, Tables, Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { post, refundPaidByHand } from '../ledger/index.ts'
import { refundRoutes } from '../payments/index.ts'
import type { Order } from '../purchase/index.ts'
import type { OperationsParts } from './parts.ts'

interface Owed {
  id: string
  cause: RefundCause
  amount_kobo: bigint
  user_id: string | null
}

/**
 * Pays what a gateway could not give back: into the wallet of whoever paid, or with a bank transfer that was
 * made, by its reference. Once for each refund, and never beside another one for the same money.
 * @returns from where; undefined when nothing is owed
 * @throws Refused INVALID when a guest is to be paid and no transfer is named
 */
export async function payFailedRefund(
  parts: OperationsParts,
  tx: Tx,
  order: Order,
  { bankReference, why }: { bankReference: string | undefined; why: string },
): Promise<'wallet' | 'bank' | undefined> {
  const owed = await failedRefundOf(tx, order.id)
  if (!owed) return undefined
  refuseNameless(owed, bankReference)
  const walletOf = bankReference === undefined ? owed.user_id : null
  const entry = { refundId: owed.id, orderId: order.id, amountKobo: owed.amount_kobo, walletOf, why }
  if (!(await post(tx, refundPaidByHand(entry)))) return undefined
  await tx
    .updateTable('refunds')
    .set({ paid_by_hand: walletOf === null ? 'bank' : 'wallet' })
    .where('id', '=', owed.id)
    .execute()
  await parts.payments.onPaid.refundMoved(tx, order.id, {
    refundId: owed.id,
    cause: owed.cause,
    state: 'processed',
    amountKobo: owed.amount_kobo,
    route: walletOf === null ? refundRoutes.transfer : refundRoutes.wallet,
  })
  return walletOf === null ? 'bank' : 'wallet'
}

/** A guest has no wallet to pay into. @throws Refused INVALID */
export function refuseNameless(owed: Owed, bankReference: string | undefined): void {
  if (bankReference !== undefined || owed.user_id !== null) return
  const says = 'Please enter the reference of the bank transfer: there is no wallet to pay into.'
  throw new Refused('INVALID', { field: 'evidence.bank_reference', says })
}

/** A failed refund in naira whose money is still ours: not paid by hand, and not on its way under another refund. */
export async function failedRefundOf(q: Kysely<Tables>, orderId: string): Promise<Owed | undefined> {
  const { rows } = await sql<Owed>`
    with paid_by_hand as (
      select refunds.id from refunds
      where order_id = ${orderId} and exists (select from ledger_entries where event = 'refund:' || refunds.id || ':paid_by_hand'))
    select refund.id, refund.cause, refund.amount_kobo, coalesce(payment.user_id, orders.user_id) as user_id
    from refunds as refund join payments as payment on payment.id = refund.payment_id
      join orders on orders.id = refund.order_id
    where refund.order_id = ${orderId} and refund.state = 'failed' and refund.currency = 'NGN'
      and refund.id not in (select id from paid_by_hand)
      and payment.paid_kobo >= refund.amount_kobo + coalesce((select sum(other.amount_kobo) from refunds as other
        where other.payment_id = payment.id and (other.state <> 'failed' or other.id in (select id from paid_by_hand))), 0)
    order by refund.created_at limit 1`.execute(q)
  return rows[0]
}
