import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import { nairaOf } from '../../../shared/money.ts'
import type { getReconciliation, ReconciliationBreak } from '../../../shared/operations.ts'
import { type AuditEvent, recordAuditEvent } from '../../audit/index.ts'
import { type Database, storedDepositKind } from '../../database/index.ts'
import { invalidCursor, pageOf } from '../../http/index.ts'
import { secondsAgoSql } from '../time.ts'
import { uuidPattern } from './breaks.ts'
import {
  allocationActionsFor,
  returnMethodsFor,
  type UnallocatedItem,
  unallocatedItems,
} from './unallocated-item.ts'

type BreakQuery = z.infer<typeof getReconciliation.query>

const pageSize = 50
/** Resolved breaks are listed for a week. */
const resolvedShownSeconds = 7 * 24 * 60 * 60

interface Row {
  id: bigint
  kind: string
  subject: string
  name: string
  order_reference: string | null
  internal_kobo: bigint | null
  external_kobo: bigint | null
  note: string | null
  team: string
  first_seen_at: Date
  age_hours: number
  resolved_at: Date | null
  resolution: string | null
  /** Type of unallocated funds that can still be allocated; null for every other break. */
  type: UnallocatedItem['type'] | null
  currency: string | null
  /** The float has no opening balance yet. */
  can_open: boolean
}

/**
 * Breaks: open ones first, by age; then those resolved in the last week, and those with funds still
 * unallocated. Disputes, which have a list of their own, and payments that were not settled, whose totals the list of
 * settlements has, are listed only on request.
 */
export async function listBreaks(
  db: Database,
  query: BreakQuery,
): Promise<{ list: ReconciliationBreak[]; next: string | null }> {
  const { rows } = await sql<Row>`
    with listed as (select *, case when subject ~ ${uuidPattern} then subject::uuid end as row_id from reconciliation_breaks)
    select listed.*, coalesce(extract(epoch from coalesce(resolved_at, app_now()) - first_seen_at) / 3600, 0)::int as age_hours,
      coalesce(payments.reference, contested.reference, attempts.request_id, of_refund.reference, deposits.gateway_reference,
        of_return.gateway_reference, listed.subject) as name, money.type, money.currency,
      listed.kind = 'float' and not exists (
        select from ledger_entries where event = 'float:' || listed.subject || ':opened') as can_open,
      coalesce(orders.reference, case when listed.kind = 'order' then listed.subject end) as order_reference
    from listed
      left join payments on listed.kind in ('payment', 'unallocated_funds', 'unsettled') and payments.id = listed.row_id
      left join attempts on listed.kind = 'attempt' and attempts.id = listed.row_id
      left join refunds on listed.kind in ('refund', 'unallocated_funds') and refunds.id = listed.row_id
      left join deposits on listed.kind in (${sql.lit(storedDepositKind)}, 'unallocated_funds', 'unsettled') and deposits.id = listed.row_id
      left join disputes on listed.kind = 'dispute' and disputes.id = listed.row_id
      left join payments as contested on contested.id = disputes.payment_id
      left join payments as of_refund on of_refund.id = refunds.payment_id
      left join deposits as of_return on of_return.id = refunds.deposit_id
      left join ${unallocatedItems} as money on listed.kind = 'unallocated_funds' and money.id = listed.row_id
      left join orders on orders.id = coalesce(payments.order_id, contested.order_id, attempts.order_id, refunds.order_id, deposits.order_id)
    where (resolved_at is null or resolved_at > ${secondsAgoSql(resolvedShownSeconds)} or money.id is not null)
      ${query.kind ? sql`and listed.kind = ${query.kind}` : sql`and listed.kind not in ('dispute', 'unsettled')`} ${cursorCondition(query)}
    order by resolved_at is not null, listed.id limit ${pageSize + 1}`.execute(db.q)
  const { page, next } = pageOf(rows, pageSize, (last) => `${last.resolved_at ? 1 : 0}-${last.id}`)
  return {
    list: page.map(toBreak),
    next,
  }
}

function cursorCondition({ cursor }: BreakQuery): RawBuilder<unknown> {
  if (cursor === undefined) return sql``
  const [, resolved, id] = /^([01])-(\d{1,18})$/.exec(cursor) ?? []
  if (!resolved || !id) throw invalidCursor()
  return sql`and (resolved_at is not null, listed.id) > (${resolved === '1'}, ${id}::bigint)`
}

const toBreak = (row: Row): ReconciliationBreak => ({
  id: String(row.id),
  kind: row.kind,
  subject: row.name,
  order_reference: row.order_reference,
  our_amount: row.internal_kobo === null ? null : nairaOf(row.internal_kobo),
  provider_amount: row.external_kobo === null ? null : nairaOf(row.external_kobo),
  note: row.note,
  owner: row.team,
  since: row.first_seen_at.toISOString(),
  age_hours: row.age_hours,
  resolved_at: row.resolved_at?.toISOString() ?? null,
  resolution: row.resolution,
  allowed_actions: [
    ...(row.currency === null ? [] : allocationActionsFor({ currency: row.currency })),
    ...(row.resolved_at === null && row.can_open ? (['open'] as const) : []),
    ...(row.resolved_at === null ? (['explain'] as const) : []),
  ],
  return_methods:
    row.type === null || row.currency === null
      ? []
      : returnMethodsFor({ type: row.type, currency: row.currency }),
})

/** Resolves a break with an explanation. @returns false when the break is not open */
export const markBreakResolved = (
  db: Database,
  id: bigint,
  { reason: note, ...event }: Pick<AuditEvent, 'actor' | 'requestId'> & { reason: string },
): Promise<boolean> =>
  db.inTransaction(async (tx) => {
    const row = await tx
      .updateTable('reconciliation_breaks')
      .set({ resolved_at: sql<Date>`app_now()`, resolution: note })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returning(['kind', 'subject'])
      .executeTakeFirst()
    if (!row) return false
    const detail = { reason: note, kind: row.kind }
    await recordAuditEvent(tx, { ...event, action: 'difference.explain', subject: row.subject, detail })
    return true
  })
