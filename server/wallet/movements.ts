import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import { formatDate } from '../../shared/dates.ts'
import { nairaOf, nairaText } from '../../shared/money.ts'
import type { getWalletMovements, Movement, MovementKind } from '../../shared/wallet.ts'
import type { Database } from '../database/index.ts'
import { csvFile, type Document } from '../http/index.ts'
import { account } from '../ledger/index.ts'
import { shownNumber } from '../purchase/index.ts'

type Wish = z.infer<typeof getWalletMovements.query>

const pageSize = 50
const mostInFile = 10_000

const serviceNames = {
  power: 'Electricity',
  cabletv: 'Cable TV',
  airtime: 'Airtime',
  data: 'Data',
  education: 'Exam PIN',
} as const satisfies Record<Service, string>

interface Row {
  id: bigint
  kind: MovementKind
  amount_kobo: bigint
  posted_at: Date
  reason: string | null
  reference: string | null
  service: Service | null
  beneficiary: string | null
}

/** A part of what moved somebody's wallet, the newest first. */
export async function listMovements(
  db: Database,
  userId: string,
  wish: Wish,
): Promise<{ list: Movement[]; next: string | null }> {
  const rows = await read(db, userId, wish, pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    list: shown.map((row) => ({
      id: String(row.id),
      kind: row.kind,
      amount: nairaOf(-row.amount_kobo),
      description: describe(row),
      reference: row.reference,
      at: row.posted_at.toISOString(),
    })),
    next: rows.length > pageSize && last ? String(last.id) : null,
  }
}

/** The same as a file for a spreadsheet. */
export async function movementsFile(db: Database, userId: string, wish: Wish): Promise<Document> {
  const rows = await read(db, userId, wish, mostInFile)
  return csvFile('wallet.csv', [
    ['Date', 'Kind', 'Description', 'Reference', 'Amount (NGN)'],
    ...rows.map((row) => [
      formatDate(row.posted_at),
      row.kind,
      describe(row),
      row.reference,
      nairaText(-row.amount_kobo),
    ]),
  ])
}

/** Each part is read from an index that has it in this order, so it is as quick however long the list is. */
async function read(db: Database, userId: string, wish: Wish, most: number): Promise<Row[]> {
  const { cursor, kind, from, to } = wish
  const own = sql`account = ${account.wallet(userId)} and posted_at is not null`
  const conditions = [
    own,
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(from ? [sql`posted_at >= ${from}::date::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(to ? [sql`posted_at < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(cursor
      ? [
          sql`(posted_at, entry_id) < (
            (select posted_at from ledger_postings where ${own} and entry_id = ${cursor}::bigint), ${cursor}::bigint)`,
        ]
      : []),
  ]
  const { rows } = await sql<Row>`
    select entry.id, posting.kind, posting.amount_kobo, entry.posted_at, entry.reason,
      coalesce(orders.reference, payments.reference) as reference, orders.service, orders.beneficiary
    from (
      select * from ledger_postings where ${sql.join(conditions, sql` and `)}
      order by posted_at desc, entry_id desc limit ${most}) posting
    join ledger_entries entry on entry.id = posting.entry_id
    left join orders on orders.id = entry.order_id
    left join payments on payments.id = case when entry.event like 'payment:%:captured'
      then split_part(entry.event, ':', 2)::uuid end
    order by posting.posted_at desc, posting.entry_id desc`.execute(db.q)
  return rows
}

function describe(row: Row): string {
  const order = row.service
    ? `${serviceNames[row.service]} for ${shownNumber(row.beneficiary ?? '')}`
    : (row.reason ?? 'an order')
  switch (row.kind) {
    case 'top_up':
      return row.reason ?? 'Wallet top-up'
    case 'payment':
      return order
    case 'returned':
      return `Returned: ${order}`
    case 'cashback':
      return `Cashback: ${order}`
    case 'cashback_taken_back':
      return `Cashback taken back: ${order}`
    case 'bonus':
      return 'Referral bonus'
    case 'manager':
    case 'other':
      return row.reason ?? 'Adjustment'
  }
}
