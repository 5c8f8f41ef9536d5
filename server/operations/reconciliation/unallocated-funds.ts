import { sql } from 'kysely'
import { missingOrderReasons } from '../../payments/index.ts'
import type { OperationsDeps } from '../deps.ts'

/**
 * Opens breaks for unallocated funds, which a reconciliation run never resolves: charged-back top-ups,
 * transfers to an unknown virtual account, transfers that a webhook reported and the gateway never confirmed,
 * and failed refunds of either; and for disputes that need evidence.
 * @returns the number of new breaks
 */
export async function listUnallocatedFunds({ db }: Pick<OperationsDeps, 'db'>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into reconciliation_breaks (kind, subject, internal_kobo, external_kobo, note)
    select 'unallocated_funds', id::text, paid_kobo, 0, 'Top-up ' || reference || ' at ' || gateway || ': ' || case review_reason when 'payment_reversed' then 'charged back by the bank.'
        when 'payment_partly_reversed' then 'partial chargeback.' else review_reason || '.' end
    from payments where review_since is not null
      and not exists (select from reconciliation_breaks where kind = 'unallocated_funds' and subject = payments.id::text and first_seen_at >= payments.review_since)
    union all
    select 'unallocated_funds', id::text, paid_kobo, null, 'Transfer ' || gateway_reference || ' at ' || gateway || ': ' || case
        when state = 'unconfirmed' then 'notified by webhook, never confirmed by the gateway.'
        when failure_reason = ${missingOrderReasons.delivered} then 'paid for an order that a restore lost; its vendor delivered it. Held as unallocated funds.'
        when failure_reason = ${missingOrderReasons.not_received} then 'paid for an order that a restore lost; no vendor received it. Return it.'
        when failure_reason = ${missingOrderReasons.unknown} then 'paid for an order that a restore lost; ask the payer whether it was delivered. Held as unallocated funds.'
        when failure_reason = 'currency' then 'received in ' || currency || '; not posted to the ledger.'
        when failure_reason = 'account_closed' then 'paid into the virtual account of a closed user account; held as unallocated funds.'
        else 'paid into an unknown virtual account; held as unallocated funds.' end
    from deposits where state in ('unmatched', 'unconfirmed')
      and not exists (select from reconciliation_breaks where kind = 'unallocated_funds' and subject = deposits.id::text)
    union all
    select 'unallocated_funds', refunds.id::text, refunds.amount_kobo, null, coalesce('Top-up ' || payments.reference || ' at ' || payments.gateway,
        'Transfer ' || deposits.gateway_reference || ' at ' || deposits.gateway) || ', refund: ' || case refunds.state
        when 'failed' then 'failed at the gateway.'
        else 'gateway needs the payer''s bank account. Enter it on the gateway''s dashboard; this item closes when the refund is processed.' end
    from refunds left join payments on payments.id = refunds.payment_id left join deposits on deposits.id = refunds.deposit_id
    where refunds.order_id is null and refunds.state in ('failed', 'needs_attention') and refunds.manual_payout is null
      and not exists (select from refunds as later where later.retry_of_refund_id = refunds.id)
      and not exists (select from reconciliation_breaks where kind = 'unallocated_funds' and subject = refunds.id::text and resolved_at >= refunds.state_since)
    union all
    select 'dispute', disputes.id::text, payments.paid_kobo, null, 'Payment ' || payments.reference || ' at ' || disputes.gateway
      || ': dispute ' || disputes.gateway_dispute_id || ' opened by the customer''s bank. '
      || case when disputes.evidence_due_at < app_now() then 'The response was due by ' else 'Respond on the Money page by ' end
      || coalesce(to_char(disputes.evidence_due_at at time zone 'Africa/Lagos', 'DD Mon YYYY HH24:MI'), 'the deadline of the gateway') || '.'
    from disputes join payments on payments.id = disputes.payment_id
    where disputes.state = 'open' and not exists (select from reconciliation_breaks where kind = 'dispute' and subject = disputes.id::text)
    on conflict (kind, subject) where resolved_at is null do update set note = excluded.note
      where reconciliation_breaks.note <> excluded.note`.execute(db.q)
  // A deposit that was credited later needs no action.
  await sql`
    update reconciliation_breaks set resolved_at = app_now(), resolution = 'Payment confirmed.'
    from deposits where reconciliation_breaks.kind = 'unallocated_funds' and reconciliation_breaks.resolved_at is null
      and deposits.id = reconciliation_breaks.subject::uuid and deposits.state = 'credited'`.execute(db.q)
  await sql`
    update reconciliation_breaks set resolved_at = app_now(), resolution = 'Refund processed.'
    from refunds where reconciliation_breaks.kind = 'unallocated_funds' and reconciliation_breaks.resolved_at is null
      and refunds.id = reconciliation_breaks.subject::uuid and refunds.state = 'processed'`.execute(db.q)
  await sql`
    update reconciliation_breaks set resolved_at = app_now(), resolution = case disputes.state when 'won' then 'Dispute won.'
      else 'Dispute lost.' end
    from disputes where reconciliation_breaks.kind = 'dispute' and reconciliation_breaks.resolved_at is null
      and disputes.id = reconciliation_breaks.subject::uuid and disputes.state <> 'open'`.execute(db.q)
  return Number(numAffectedRows ?? 0n)
}
