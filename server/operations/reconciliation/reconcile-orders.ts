import { sql } from 'kysely'
import type { OperationsDeps } from '../deps.ts'
import { timeSecondsAgo } from '../time.ts'
import { openBreak, resolveMatchedBreak } from './breaks.ts'

/** Orders are reconciled, every hour, for this long after their creation. */
const windowSeconds = 48 * 60 * 60

/** An order with different amounts: internal in the ledger, external in its own table. `subject` is its reference. */
interface MismatchedOrder {
  subject: string
  internal_kobo: bigint
  external_kobo: bigint
  note: string
}

/**
 * Reconciles orders with the ledger: the posted amount of each payment, delivery and refund must equal
 * the amount in its own table. Covers the orders of the last two days and those with an open break.
 * @returns the number of mismatched orders
 */
export async function reconcileOrders(deps: OperationsDeps): Promise<number> {
  const since = await timeSecondsAgo(deps.db, windowSeconds)
  const { rows } = await sql<MismatchedOrder>`
    with checked_orders as (select * from orders where id in (select id from orders where created_at > ${since}
        union select id from orders where reference in (select subject from reconciliation_breaks where kind = 'order' and resolved_at is null))),
    posted as (select entry.event, entry.order_id, posting.account, posting.amount_kobo
      from ledger_entries as entry join ledger_postings as posting on posting.entry_id = entry.id
      where entry.order_id in (select id from checked_orders))
    select reference as subject, coalesce(sum(posted.amount_kobo), 0)::bigint as internal_kobo, total_kobo as external_kobo,
      'The ledger amount of the delivery differs from the order total.' as note
    from checked_orders left join posted on posted.event = 'order:' || checked_orders.id || ':delivered' and posted.account = 'order:' || checked_orders.id
    where state = 'delivered' group by checked_orders.id, reference, total_kobo having coalesce(sum(posted.amount_kobo), 0) <> total_kobo
    union all
    select checked_orders.reference, coalesce(sum(posted.amount_kobo), 0)::bigint, payment.paid_kobo,
      'The ledger amount of the payment differs from the amount paid.'
    from checked_orders join payments as payment on payment.order_id = checked_orders.id
      left join posted on posted.event = 'payment:' || payment.id || ':captured'
        and (posted.account like 'gateway:%' or posted.account = 'gateway_fee')
    where payment.state in ('succeeded', 'succeeded_late') and payment.gateway not in ('wallet', 'manager')
    group by checked_orders.reference, payment.id, payment.paid_kobo having coalesce(sum(posted.amount_kobo), 0) <> payment.paid_kobo
    union all
    select checked_orders.reference, coalesce(sum(posted.amount_kobo), 0)::bigint, refund.amount_kobo,
      'The ledger amount of the refund differs from the amount refunded.'
    from checked_orders join refunds as refund on refund.order_id = checked_orders.id
      left join posted on posted.event = 'refund:' || refund.id || ':processed' and posted.amount_kobo > 0
    where refund.state = 'processed' and refund.currency = 'NGN'
    group by checked_orders.reference, refund.id, refund.amount_kobo having coalesce(sum(posted.amount_kobo), 0) <> refund.amount_kobo`.execute(
    deps.db.q,
  )
  for (const { subject, internal_kobo, external_kobo, note } of rows)
    await openBreak(deps.db.q, {
      kind: 'order',
      subject,
      internalKobo: internal_kobo,
      externalKobo: external_kobo,
      note,
    })
  const mismatched = new Set(rows.map((row) => row.subject))
  const openBreaks = await deps.db.q
    .selectFrom('reconciliation_breaks')
    .select('subject')
    .where('kind', '=', 'order')
    .where('resolved_at', 'is', null)
    .execute()
  for (const { subject } of openBreaks)
    if (!mismatched.has(subject)) await resolveMatchedBreak(deps.db.q, 'order', subject)
  return mismatched.size
}
