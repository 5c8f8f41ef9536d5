import { sql } from 'kysely'
import { hasOpenDisputeSql } from '../payments/index.ts'
import type { OperationsDeps } from './deps.ts'
import { secondsAgoSql } from './time.ts'

/**
 * While a process polls, no due row waits longer than this: its processing keeps failing, so a manager must
 * see it.
 */
const overdueSeconds = 10 * 60

/**
 * Sets a due time on rows that need processing and have none, and flags overdue orders for review. No
 * transition leaves such a row; a bug or a manual change in the database may.
 * @returns the number of repaired and flagged rows
 */
export async function repairMissingDueTimes(deps: OperationsDeps): Promise<number> {
  const { rows } = await sql<{ kind: string; id: string }>`
    with orders_now as (
      update orders set due_at = app_now() where due_at is null and (
        state in ('paid', 'vending') or (state = 'awaiting_payment')
        or (state = 'vend_failed' and review_reason is distinct from 'nothing_to_refund'
          and not ${hasOpenDisputeSql(sql.ref('orders.id'))}
          and not exists (select from ledger_entries where event = 'order:' || orders.id || ':nothing_to_refund')))
      returning id),
    refunding_now as (
      update orders set review_reason = coalesce(review_reason, 'refund_missing'),
        review_since = coalesce(review_since, app_now()), review_due = coalesce(review_due, app_now() + interval '24 hours')
      where state = 'refunding' and due_at is null and review_reason is distinct from 'refund_missing'
        and not exists (select from refunds where refunds.order_id = orders.id and refunds.cause = 'not_delivered')
      returning id),
    payments_now as (
      update payments set due_at = app_now() where due_at is null and gateway not in ('wallet', 'manager')
        and state in ('created', 'initialised', 'pending') returning id),
    attempts_now as (
      update attempts set due_at = app_now() where due_at is null and state in ('sending', 'unknown') returning id),
    refunds_now as (
      update refunds set due_at = app_now() where due_at is null
        and state in ('requested', 'unknown', 'sent') returning id),
    deposits_now as (
      update deposits set due_at = app_now() where due_at is null and state = 'received' returning id),
    outbox_now as (
      update outbox set due_at = app_now() where due_at is null and state in ('pending', 'sending') returning id)
    select 'order' as kind, id from orders_now union all select 'order', id from refunding_now
    union all select 'payment', id from payments_now union all select 'attempt', id from attempts_now
    union all select 'deposit', id from deposits_now
    union all select 'refund', id from refunds_now union all select 'message', id from outbox_now`.execute(
    deps.db.q,
  )
  for (const { kind, id } of rows) deps.log.error({ kind, id }, 'row without a due time repaired')
  return rows.length + (await flagOverdueOrders(deps))
}

/** Flags orders that are overdue because every attempt to process them fails. */
async function flagOverdueOrders(deps: OperationsDeps): Promise<number> {
  const flagged = await deps.db.q
    .updateTable('orders')
    .set({
      review_reason: 'stuck',
      review_since: sql<Date>`app_now()`,
      review_due: sql<Date>`app_now() + interval '24 hours'`,
    })
    .where('state', 'in', ['paid', 'vending', 'vend_failed', 'refunding'])
    .where('review_since', 'is', null)
    .where((expression) =>
      expression.or([
        expression('state_since', '<', secondsAgoSql(overdueSeconds)).and('state', 'in', [
          'paid',
          'vend_failed',
        ]),
        expression('due_at', '<', secondsAgoSql(overdueSeconds)),
      ]),
    )
    .executeTakeFirst()
  return Number(flagged.numUpdatedRows)
}
