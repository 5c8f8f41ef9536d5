import { sql } from 'kysely'
import { timeAgo } from '../ago.ts'
import type { OperationsParts } from '../parts.ts'
import { endDifference, listDifference } from './differences.ts'

/** Orders are looked at for so long after they were made; each hour. */
const windowSeconds = 48 * 60 * 60

interface Row {
  subject: string
  our_kobo: bigint
  their_kobo: bigint
  note: string
}

/**
 * Orders beside the ledger: what is posted of each payment, delivery and refund is what its row says. Of the
 * last two days, and whatever is listed. @returns how many disagree
 */
export async function compareOrders(parts: OperationsParts): Promise<number> {
  const since = await timeAgo(parts.db, windowSeconds)
  const { rows } = await sql<Row>`
    with young as (select * from orders where id in (select id from orders where created_at > ${since}
        union select id from orders where reference in (select subject from differences where kind = 'order' and resolved_at is null))),
    posted as (select entry.event, entry.order_id, posting.account, posting.amount_kobo
      from ledger_entries as entry join ledger_postings as posting on posting.entry_id = entry.id
      where entry.order_id in (select id from young))
    select reference as subject, coalesce(sum(posted.amount_kobo), 0)::bigint as our_kobo, total_kobo as their_kobo,
      'The delivery in the books is not the order''s total.' as note
    from young left join posted on posted.event = 'order:' || young.id || ':delivered' and posted.account = 'order:' || young.id
    where state = 'delivered' group by young.id, reference, total_kobo having coalesce(sum(posted.amount_kobo), 0) <> total_kobo
    union all
    select young.reference, coalesce(sum(posted.amount_kobo), 0)::bigint, payment.paid_kobo,
      'The payment in the books is not what was paid.'
    from young join payments as payment on payment.order_id = young.id
      left join posted on posted.event = 'payment:' || payment.id || ':captured'
        and (posted.account like 'gateway:%' or posted.account = 'gateway_fee')
    where payment.state in ('succeeded', 'succeeded_late') and payment.gateway not in ('wallet', 'manager')
    group by young.reference, payment.id, payment.paid_kobo having coalesce(sum(posted.amount_kobo), 0) <> payment.paid_kobo
    union all
    select young.reference, coalesce(sum(posted.amount_kobo), 0)::bigint, refund.amount_kobo,
      'The refund in the books is not what was given back.'
    from young join refunds as refund on refund.order_id = young.id
      left join posted on posted.event = 'refund:' || refund.id || ':processed' and posted.amount_kobo > 0
    where refund.state = 'processed' and refund.currency = 'NGN'
    group by young.reference, refund.id, refund.amount_kobo having coalesce(sum(posted.amount_kobo), 0) <> refund.amount_kobo`.execute(
    parts.db.q,
  )
  for (const { subject, our_kobo, their_kobo, note } of rows)
    await listDifference(parts.db.q, {
      kind: 'order',
      subject,
      ourKobo: our_kobo,
      theirKobo: their_kobo,
      note,
    })
  const wrong = new Set(rows.map((it) => it.subject))
  const listed = await parts.db.q
    .selectFrom('differences')
    .select('subject')
    .where('kind', '=', 'order')
    .where('resolved_at', 'is', null)
    .execute()
  for (const { subject } of listed) if (!wrong.has(subject)) await endDifference(parts.db.q, 'order', subject)
  return wrong.size
}
