import { sql } from 'kysely'
import { ago } from './ago.ts'
import type { OperationsParts } from './parts.ts'

/** Nothing that is due waits longer than this while a process beats: then something keeps failing, and a person must see it. */
const overdueSeconds = 10 * 60

/**
 * Gives a deadline to whatever waits for a step of ours and has none, and shows to a person what is long
 * overdue. No move of ours leaves such a row; a slip of the code or of a hand in the database may.
 * @returns how many rows were stuck
 */
export async function unstick(parts: OperationsParts): Promise<number> {
  const { rows } = await sql<{ what: string; id: string }>`
    with orders_now as (
      update orders set due_at = business_now() where due_at is null and (
        state in ('paid', 'vending') or (state = 'awaiting_payment')
        or (state = 'vend_failed' and review_reason is distinct from 'nothing_to_refund'))
      returning id),
    refunding_now as (
      update orders set review_reason = coalesce(review_reason, 'refund_missing'),
        review_since = coalesce(review_since, business_now()), review_due = coalesce(review_due, business_now() + interval '24 hours')
      where state = 'refunding' and due_at is null and review_reason is distinct from 'refund_missing'
        and not exists (select from refunds where refunds.order_id = orders.id and refunds.cause = 'not_delivered')
      returning id),
    payments_now as (
      update payments set due_at = business_now() where due_at is null and gateway not in ('wallet', 'manager')
        and state in ('created', 'initialised', 'pending') returning id),
    attempts_now as (
      update attempts set due_at = business_now() where due_at is null and state in ('sending', 'unknown') returning id),
    refunds_now as (
      update refunds set due_at = business_now() where due_at is null
        and state in ('requested', 'unknown', 'sent') returning id),
    inflows_now as (
      update inflows set due_at = business_now() where due_at is null and state = 'noted' returning id),
    outbox_now as (
      update outbox set due_at = business_now() where due_at is null and state in ('waiting', 'sending') returning id)
    select 'order' as what, id from orders_now union all select 'order', id from refunding_now
    union all select 'payment', id from payments_now union all select 'attempt', id from attempts_now
    union all select 'inflow', id from inflows_now
    union all select 'refund', id from refunds_now union all select 'message', id from outbox_now`.execute(
    parts.db.q,
  )
  for (const { what, id } of rows) parts.log.error({ what, id }, 'something waited for nothing')
  return rows.length + (await showOverdue(parts))
}

/** Due for long, and still not done: each try at it fails. */
async function showOverdue(parts: OperationsParts): Promise<number> {
  const shown = await parts.db.q
    .updateTable('orders')
    .set({
      review_reason: 'stuck',
      review_since: sql<Date>`business_now()`,
      review_due: sql<Date>`business_now() + interval '24 hours'`,
    })
    .where('state', 'in', ['paid', 'vending', 'vend_failed', 'refunding'])
    .where('review_since', 'is', null)
    .where((it) =>
      it.or([
        it('state_since', '<', ago(overdueSeconds)).and('state', 'in', ['paid', 'vend_failed']),
        it('due_at', '<', ago(overdueSeconds)),
      ]),
    )
    .executeTakeFirst()
  return Number(shown.numUpdatedRows)
}
