import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { DataOf } from '../../../shared/contract.ts'
import type { getSettlement, getSettlements, Settlement } from '../../../shared/management/money.ts'
import { nairaOf } from '../../../shared/money.ts'
import { type GatewayName, gateways } from '../../../shared/providers.ts'
import type { Database } from '../../database/index.ts'
import { ApiError, invalidCursor, pageOf } from '../../http/index.ts'
import type { Gateways } from '../../payments/index.ts'
import type { OperationsDeps } from '../deps.ts'
import { unsettledAfterDays, unsettledTotals } from './unsettled-payments.ts'

type Filter = z.infer<typeof getSettlements.query>

const pageSize = 50
/** Lines of one settlement that are shown; those that do not match come first. */
const maxLines = 500

interface Row {
  id: string
  gateway: GatewayName
  gateway_settlement_id: string
  status: Settlement['status']
  gross_kobo: bigint
  fee_kobo: bigint
  net_kobo: bigint
  day: string
  lines_read_at: Date | null
  matched: number
  amount_differs: number
  unmatched: number
}

/** Settlements, newest first, and which gateways list theirs. @throws ApiError INVALID for an invalid cursor */
export async function listSettlements(
  { db, settings }: Pick<OperationsDeps, 'db' | 'settings'>,
  configured: Gateways,
  filter: Filter,
): Promise<DataOf<typeof getSettlements>> {
  const rows = await findSettlements(
    db,
    sql`${filter.gateway ? sql`settlements.gateway = ${filter.gateway}` : sql`true`}
      ${filter.from ? sql`and settled_on >= ${filter.from}::date` : sql``}
      ${filter.to ? sql`and settled_on <= ${filter.to}::date` : sql``}
      ${filter.match ? sql`and exists (select from settlement_lines where settlement_id = settlements.id and match = ${filter.match})` : sql``}
      ${afterCursor(filter.cursor)}`,
  )
  const { page, next } = pageOf(rows, pageSize, (last) => `${last.day}_${last.id}`)
  const totals = await unsettledTotals(db.q)
  const values = await settings.all()
  return {
    list: page.map(toSettlement),
    next,
    gateways: gateways.flatMap((name) => {
      const gateway = configured[name]
      const total = totals.get(name)
      return gateway === null
        ? []
        : {
            gateway: name,
            lists_settlements: gateway.listSettlements !== undefined,
            unsettled_after_days: unsettledAfterDays(gateway, values),
            unsettled_count: total?.count ?? 0,
            unsettled_amount: nairaOf(total?.kobo ?? 0n),
          }
    }),
  }
}

function afterCursor(cursor: string | undefined): RawBuilder<unknown> {
  if (cursor === undefined) return sql``
  const [, day, id] = /^(\d{4}-\d\d-\d\d)_([\da-f-]{36})$/.exec(cursor) ?? []
  if (!day || !id) throw invalidCursor()
  return sql`and (settled_on, settlements.id) < (${day}::date, ${id}::uuid)`
}

async function findSettlements(db: Database, condition: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with page as (select *, settled_on::text as day from settlements where ${condition}
      order by settled_on desc, id desc limit ${pageSize + 1})
    select page.*, counts.* from page left join lateral (
      select count(*) filter (where match = 'matched')::int as matched,
        count(*) filter (where match = 'amount_differs')::int as amount_differs,
        count(*) filter (where match = 'unmatched')::int as unmatched
      from settlement_lines where settlement_id = page.id) as counts on true
    order by page.settled_on desc, page.id desc`.execute(db.q)
  return rows
}

const toSettlement = (row: Row): Settlement => ({
  id: row.id,
  gateway: row.gateway,
  settlement_id: row.gateway_settlement_id,
  status: row.status,
  settled_on: row.day,
  gross: nairaOf(row.gross_kobo),
  fee: nairaOf(row.fee_kobo),
  net: nairaOf(row.net_kobo),
  read_at: row.lines_read_at?.toISOString() ?? null,
  matched: row.matched,
  amount_differs: row.amount_differs,
  unmatched: row.unmatched,
})

/** One settlement with its lines, those that do not match first. @throws ApiError NOT_FOUND */
export async function settlementOf(db: Database, id: string): Promise<DataOf<typeof getSettlement>> {
  const [row] = await findSettlements(db, sql`settlements.id = ${id}::uuid`)
  if (!row) throw new ApiError('NOT_FOUND')
  const lines = await db.q
    .selectFrom('settlement_lines')
    .leftJoin('payments', 'payments.id', 'settlement_lines.payment_id')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .select([
      'settlement_lines.gateway_reference',
      'settlement_lines.reference',
      'gross_kobo',
      'settlement_lines.fee_kobo',
      'net_kobo',
      'match',
      'note',
      'orders.reference as order_reference',
    ])
    .where('settlement_id', '=', id)
    .orderBy(sql`match = 'matched'`)
    .orderBy('settlement_lines.gateway_reference')
    .limit(maxLines)
    .execute()
  return {
    settlement: toSettlement(row),
    lines: lines.map((line) => ({
      gateway_reference: line.gateway_reference,
      reference: line.reference,
      order_reference: line.order_reference,
      gross: nairaOf(line.gross_kobo),
      fee: nairaOf(line.fee_kobo),
      net: nairaOf(line.net_kobo),
      match: line.match,
      note: line.note,
    })),
  }
}
