import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Service, VendorName } from '../../shared/constants.ts'
import { nairaOf } from '../../shared/money.ts'
import type { allReviews, Review, ReviewAct } from '../../shared/operations.ts'
import type { OrderState } from '../../shared/orders.ts'
import { audit } from '../audit/index.ts'
import { type Actor, cursorAt, placeOf } from '../http/index.ts'
import { shownNumber } from '../purchase/index.ts'
import type { OperationsParts } from './parts.ts'

type Wish = z.infer<typeof allReviews.query>

const pageSize = 50

/** Why an order is in the queue, in a sentence. A reason that is not here is shown as it is named. */
const sentences: Readonly<Record<string, string>> = {
  overdue: 'It was paid half an hour ago and is neither delivered nor given back.',
  stuck: 'It has not moved for ten minutes.',
  mismatch: 'The vendor says that it delivered something else than was ordered.',
  for_a_person: 'The vendor asks us to talk to it about this one.',
  no_vendor: 'Its vendor has no keys here any more, so nobody can be asked what became of it.',
  underpaid: 'Less was paid than the order costs; the money is going back.',
  wrong_unit: 'A hundred times what the order costs was paid, they say; the money is going back.',
  wrong_currency: 'It was paid in another currency; the money is going back.',
  payment_reversed: 'The bank took the payment back.',
  payment_partly_reversed: 'The bank took a part of the payment back.',
  vendor_reversed: 'The vendor took its delivery back: the customer has paid and has nothing.',
  delivered_after_failure: 'The vendor had said that it failed, and now says that it delivered.',
  refund_failed: 'The gateway could not give the money back.',
  refund_needs_attention: 'The gateway needs an account of the customer to give the money back.',
  refund_missing: 'It is to be given back and no refund was begun.',
  nothing_to_refund: 'It was not delivered, and there is no payment left to give back.',
}

interface Row {
  id: string
  reference: string
  service: Service
  state: OrderState
  review_reason: string
  review_since: Date
  review_due: Date
  late: boolean
  at: string
  beneficiary: string
  total_kobo: bigint
  vendor: VendorName
  vendor_reversed: boolean
  /** Money of its customer stands on it. */
  owed: boolean
  try_vendor: VendorName | null
  request_id: string | null
  try_state: string | null
  because: string | null
  code: string | null
  asks: number | null
  sent_at: Date | null
  payment_reference: string | null
  gateway: string | null
  refund_state: string | null
  refund_because: string | null
  refund_kobo: bigint | null
}

/** Orders that wait for a person, the longest waiting first. That they were read is written down. */
export async function listReviews(
  parts: OperationsParts,
  wish: Wish,
  reader: { by: Actor; request: string },
): Promise<{ list: Review[]; next: string | null; count: number }> {
  const { rows } = await sql<Row>`
    select orders.id, orders.reference, orders.service, orders.state, review_reason, review_since,
      coalesce(review_due, review_since) as review_due, coalesce(review_due < business_now(), false) as late,
      review_since::text as at, orders.beneficiary, total_kobo, orders.vendor, vendor_reversed,
      (select coalesce(sum(amount_kobo), 0) <> 0 from ledger_postings where account = 'order:' || orders.id) as owed,
      try.vendor as try_vendor, try.request_id, try.state as try_state, try.because, try.code, try.asks, try.sent_at,
      back.reference as payment_reference, back.gateway, back.state as refund_state, back.because as refund_because,
      back.amount_kobo as refund_kobo
    from orders
      left join lateral (select * from attempts where order_id = orders.id order by created_at desc limit 1) as try on true
      left join lateral (select payments.reference, payments.gateway, refunds.state, refunds.because, refunds.amount_kobo
        from refunds join payments on payments.id = refunds.payment_id
        where refunds.order_id = orders.id and refunds.state <> 'processed'
          and not exists (select from ledger_entries where event = 'refund:' || refunds.id || ':paid_by_hand')
        order by refunds.created_at desc limit 1) as back on true
    where ${within(wish)} ${after(wish)}
    order by review_since, orders.id limit ${pageSize + 1}`.execute(parts.db.q)
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from orders where ${within(wish)}`.execute(parts.db.q)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  await audit(parts.db.q, {
    by: reader.by,
    action: 'review.read',
    detail: { orders: shown.map((it) => it.reference).join(' ') },
    request: reader.request,
  })
  return {
    list: shown.map(reviewFrom),
    next: rows.length > pageSize && last ? cursorAt(last) : null,
    count: counted.rows[0]?.count ?? 0,
  }
}

function within({ service, reason, late }: Wish): RawBuilder<boolean> {
  const conditions = [
    sql`review_since is not null`,
    ...(service ? [sql`orders.service = ${service}`] : []),
    ...(reason ? [sql`review_reason = ${reason}`] : []),
    ...(late ? [sql`review_due < business_now()`] : []),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

function after({ cursor }: Wish): RawBuilder<unknown> {
  if (cursor === undefined) return sql``
  const { at, id } = placeOf(cursor)
  return sql`and (review_since, orders.id) > (${at}::timestamptz, ${id}::uuid)`
}

const reviewFrom = (row: Row): Review => ({
  reference: row.reference,
  service: row.service,
  state: row.state,
  reason: row.review_reason,
  says: sentences[row.review_reason] ?? row.review_reason,
  since: row.review_since.toISOString(),
  due: row.review_due.toISOString(),
  late: row.late,
  number: shownNumber(row.beneficiary),
  total_amount: nairaOf(row.total_kobo),
  vendor: row.vendor,
  attempt:
    row.try_vendor && row.request_id && row.try_state && row.sent_at
      ? {
          vendor: row.try_vendor,
          request_id: row.request_id,
          state: row.try_state,
          because: row.because,
          code: row.code,
          asks: row.asks ?? 0,
          sent_at: row.sent_at.toISOString(),
        }
      : null,
  refund:
    row.payment_reference && row.gateway && row.refund_state
      ? {
          payment_reference: row.payment_reference,
          gateway: row.gateway,
          state: row.refund_state,
          because: row.refund_because,
          amount: nairaOf(row.refund_kobo ?? 0n),
        }
      : null,
  may: actsFor(row),
})

/** What is left to decide: an unclear try, a refund that failed, or an end that somebody has looked at. */
function actsFor(row: Row): ReviewAct[] {
  const unclear = row.state === 'vending' && row.try_state === 'unknown'
  const failedRefund = row.refund_state === 'failed'
  const takenBack = row.state === 'delivered' && row.vendor_reversed && row.owed
  const hasEnded = row.state === 'delivered' || row.state === 'refunded' || row.state === 'expired'
  return [
    'requery',
    ...(unclear ? (['deliver'] as const) : []),
    ...(unclear || failedRefund || takenBack ? (['refund'] as const) : []),
    ...((hasEnded && !row.owed) || row.review_reason === 'nothing_to_refund' ? (['close'] as const) : []),
  ]
}
