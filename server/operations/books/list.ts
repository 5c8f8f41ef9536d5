import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import { nairaOf } from '../../../shared/money.ts'
import type { Difference, reconciliation } from '../../../shared/operations.ts'
import { audit, type Deed } from '../../audit/index.ts'
import type { Database } from '../../database/index.ts'
import { beginAgain } from '../../http/index.ts'
import { ago } from '../ago.ts'
import { uuid } from './differences.ts'
import { actsOn, type Standing, standing, waysBack } from './standing.ts'

type Wish = z.infer<typeof reconciliation.query>

const pageSize = 50
/** Resolved ones are shown for a week. */
const shownSeconds = 7 * 24 * 60 * 60

interface Row {
  id: bigint
  kind: string
  subject: string
  name: string
  order_reference: string | null
  our_kobo: bigint | null
  their_kobo: bigint | null
  note: string | null
  owner: string
  since: Date
  age_hours: number
  resolved_at: Date | null
  resolution: string | null
  /** Of money that waits apart and still stands: null when nothing does. */
  is: Standing['is'] | null
  currency: string | null
}

/** Differences, the open ones first, by age; after them those of the last week, and those whose money still stands here. */
export async function listDifferences(
  db: Database,
  wish: Wish,
): Promise<{ list: Difference[]; next: string | null }> {
  const { rows } = await sql<Row>`
    with listed as (select *, case when subject ~ ${uuid} then subject::uuid end as row_id from differences)
    select listed.*, coalesce(extract(epoch from coalesce(resolved_at, business_now()) - since) / 3600, 0)::int as age_hours,
      coalesce(payments.reference, contested.reference, attempts.request_id, of_refund.reference, inflows.gateway_reference,
        of_return.gateway_reference, listed.subject) as name, money.is, money.currency,
      coalesce(orders.reference, case when listed.kind = 'order' then listed.subject end) as order_reference
    from listed
      left join payments on listed.kind in ('payment', 'set_apart') and payments.id = listed.row_id
      left join attempts on listed.kind = 'attempt' and attempts.id = listed.row_id
      left join refunds on listed.kind in ('refund', 'set_apart') and refunds.id = listed.row_id
      left join inflows on listed.kind in ('inflow', 'set_apart') and inflows.id = listed.row_id
      left join disputes on listed.kind = 'dispute' and disputes.id = listed.row_id
      left join payments as contested on contested.id = disputes.payment_id
      left join payments as of_refund on of_refund.id = refunds.payment_id
      left join inflows as of_return on of_return.id = refunds.inflow_id
      left join ${standing} as money on listed.kind = 'set_apart' and money.id = listed.row_id
      left join orders on orders.id = coalesce(payments.order_id, contested.order_id, attempts.order_id, refunds.order_id, inflows.order_id)
    where (resolved_at is null or resolved_at > ${ago(shownSeconds)} or money.id is not null)
      ${wish.kind ? sql`and listed.kind = ${wish.kind}` : sql``} ${after(wish)}
    order by resolved_at is not null, listed.id limit ${pageSize + 1}`.execute(db.q)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    list: shown.map(differenceFrom),
    next: rows.length > pageSize && last ? `${last.resolved_at ? 1 : 0}-${last.id}` : null,
  }
}

function after({ cursor }: Wish): RawBuilder<unknown> {
  if (cursor === undefined) return sql``
  const [, resolved, id] = /^([01])-(\d{1,18})$/.exec(cursor) ?? []
  if (!resolved || !id) throw beginAgain()
  return sql`and (resolved_at is not null, listed.id) > (${resolved === '1'}, ${id}::bigint)`
}

const differenceFrom = (row: Row): Difference => ({
  id: String(row.id),
  kind: row.kind,
  subject: row.name,
  order_reference: row.order_reference,
  ours: row.our_kobo === null ? null : nairaOf(row.our_kobo),
  theirs: row.their_kobo === null ? null : nairaOf(row.their_kobo),
  note: row.note,
  owner: row.owner,
  since: row.since.toISOString(),
  age_hours: row.age_hours,
  resolved_at: row.resolved_at?.toISOString() ?? null,
  resolution: row.resolution,
  may: [
    ...(row.currency === null ? [] : actsOn({ currency: row.currency })),
    ...(row.resolved_at === null ? (['explain'] as const) : []),
  ],
  return_by: row.is === null || row.currency === null ? [] : waysBack({ is: row.is, currency: row.currency }),
})

/** Somebody explains a difference. @returns false when it is not open */
export const explainDifference = (
  db: Database,
  id: bigint,
  { why, ...deed }: Pick<Deed, 'by' | 'request'> & { why: string },
): Promise<boolean> =>
  db.inTransaction(async (tx) => {
    const row = await tx
      .updateTable('differences')
      .set({ resolved_at: sql<Date>`business_now()`, resolution: why })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returning(['kind', 'subject'])
      .executeTakeFirst()
    if (!row) return false
    const detail = { why, kind: row.kind }
    await audit(tx, { ...deed, action: 'difference.explain', subject: row.subject, detail })
    return true
  })
