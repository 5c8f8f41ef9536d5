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

/** The ledger's events in the words of a wallet's owner. */
const kindOf = sql<MovementKind>`case
  when entry.event like 'payment:%:held' or entry.event like 'bulk:%:held' then 'payment'
  when entry.event like 'payment:%:captured' then 'top_up'
  when entry.event like 'inflow:%' then 'top_up'
  when entry.event like 'refund:%' or entry.event like 'bulk:%:returned' then 'returned'
  when entry.event like 'order:%:cashback' then 'cashback'
  when entry.event like 'order:%:cashback_taken_back' then 'cashback_taken_back'
  when entry.event like 'bonus:%' then 'bonus'
  when entry.event like 'manager:%' then 'manager'
  else 'other' end`

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

/** The newest of an account stand together in its index, so a part is as quick however long the list is. */
async function read(db: Database, userId: string, wish: Wish, most: number): Promise<Row[]> {
  const { cursor, kind, from, to } = wish
  const conditions = [
    sql`posting.account = ${account.wallet(userId)}`,
    ...(cursor ? [sql`posting.entry_id < ${cursor}::bigint`] : []),
    ...(kind ? [sql`${kindOf} = ${kind}::text`] : []),
    ...(from ? [sql`entry.posted_at >= ${from}::date::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(to ? [sql`entry.posted_at < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos'`] : []),
  ]
  const { rows } = await sql<Row>`
    select entry.id, ${kindOf} as kind, posting.amount_kobo, entry.posted_at, entry.reason,
      coalesce(orders.reference, payments.reference) as reference, orders.service, orders.beneficiary
    from ledger_postings posting
    join ledger_entries entry on entry.id = posting.entry_id
    left join orders on orders.id = entry.order_id
    left join payments on payments.id = case when entry.event like 'payment:%:captured'
      then split_part(entry.event, ':', 2)::uuid end
    where ${sql.join(conditions, sql` and `)}
    order by posting.entry_id desc limit ${most}`.execute(db.q)
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
