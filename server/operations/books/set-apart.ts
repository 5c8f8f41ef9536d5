import { sql } from 'kysely'
import type { OperationsParts } from '../parts.ts'

/**
 * Money of no order that a person must look at stands on the list of differences, under a kind of its own, which
 * no comparison takes from it: a top-up that was charged back, a transfer to an account of nobody here, one that
 * was told of and never confirmed, a refund of either that its gateway could not give; and disputes that want our
 * answer. @returns how many are new there
 */
export async function listSetApart({ db }: Pick<OperationsParts, 'db'>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into differences (kind, subject, our_kobo, their_kobo, note)
    select 'set_apart', id::text, paid_kobo, 0, 'Top-up ' || reference || ' at ' || gateway || ': ' || case review_reason when 'payment_reversed' then 'the bank took it back.'
        when 'payment_partly_reversed' then 'the bank took a part of it back.' else review_reason || '.' end
    from payments where review_since is not null
      and not exists (select from differences where kind = 'set_apart' and subject = payments.id::text and since >= payments.review_since)
    union all
    select 'set_apart', id::text, paid_kobo, null, 'Transfer ' || gateway_reference || ' at ' || gateway || ': ' || case
        when state = 'unconfirmed' then 'we were told of it, and they never confirmed it.'
        when because = 'currency' then 'it came in ' || currency || ', and is not in the books.'
        else 'it came to an account of nobody here, and waits among the money of no order.' end
    from inflows where state in ('unmatched', 'unconfirmed')
      and not exists (select from differences where kind = 'set_apart' and subject = inflows.id::text)
    union all
    select 'set_apart', refunds.id::text, refunds.amount_kobo, null, coalesce('Top-up ' || payments.reference || ' at ' || payments.gateway,
        'Transfer ' || inflows.gateway_reference || ' at ' || inflows.gateway) || ', to be given back: ' || case refunds.state
        when 'failed' then 'they could not.'
        else 'they want an account of the payer. It is entered on their dashboard; this line goes when the money has arrived.' end
    from refunds left join payments on payments.id = refunds.payment_id left join inflows on inflows.id = refunds.inflow_id
    where refunds.order_id is null and refunds.state in ('failed', 'needs_attention') and refunds.paid_by_hand is null
      and not exists (select from refunds as later where later.again_of = refunds.id)
      and not exists (select from differences where kind = 'set_apart' and subject = refunds.id::text and resolved_at >= refunds.state_since)
    union all
    select 'dispute', disputes.id::text, payments.paid_kobo, null, 'Payment ' || payments.reference || ' at ' || disputes.gateway
      || ': the payer''s bank contests it (dispute ' || disputes.gateway_dispute || '). Answer there'
      || coalesce(' until ' || to_char(disputes.answer_by at time zone 'Africa/Lagos', 'DD Mon YYYY HH24:MI'), '') || '.'
    from disputes join payments on payments.id = disputes.payment_id
    where disputes.state = 'open' and not exists (select from differences where kind = 'dispute' and subject = disputes.id::text)
    on conflict (kind, subject) where resolved_at is null do update set note = excluded.note
      where differences.note <> excluded.note`.execute(db.q)
  // Money that turned up after all needs nobody.
  await sql`
    update differences set resolved_at = business_now(), resolution = 'The money turned up.'
    from inflows where differences.kind = 'set_apart' and differences.resolved_at is null
      and inflows.id = differences.subject::uuid and inflows.state = 'credited'`.execute(db.q)
  await sql`
    update differences set resolved_at = business_now(), resolution = 'The money has arrived.'
    from refunds where differences.kind = 'set_apart' and differences.resolved_at is null
      and refunds.id = differences.subject::uuid and refunds.state = 'processed'`.execute(db.q)
  await sql`
    update differences set resolved_at = business_now(), resolution = case disputes.state when 'won' then 'The bank left the money with us.'
      else 'The bank took the money back.' end
    from disputes where differences.kind = 'dispute' and differences.resolved_at is null
      and disputes.id = differences.subject::uuid and disputes.state <> 'open'`.execute(db.q)
  return Number(numAffectedRows ?? 0n)
}
