import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import { formatDate } from '../../shared/dates.ts'
import { nairaOf, nairaText } from '../../shared/money.ts'
import {
  type getWalletMovements,
  type Movement,
  type MovementKind,
  movementLabels,
} from '../../shared/wallet.ts'
import type { Database } from '../database/index.ts'
import { csvFile, type FileResponse } from '../http/index.ts'
import { account } from '../ledger/index.ts'
import { toLocalPhone } from '../purchase/index.ts'
import { serviceData } from '../service-data/index.ts'
import { walletServerTexts } from './texts.ts'

type MovementsQuery = z.infer<typeof getWalletMovements.query>

const pageSize = 50
const maxRowsInFile = 10_000

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

/** One page of a user's wallet history, newest first. */
export async function listMovements(
  db: Database,
  userId: string,
  query: MovementsQuery,
): Promise<{ list: Movement[]; next: string | null }> {
  const rows = await queryMovements(db, userId, query, pageSize + 1)
  const page = rows.slice(0, pageSize)
  const lastRow = page.at(-1)
  return {
    list: page.map((row) => ({
      id: String(row.id),
      kind: row.kind,
      amount: nairaOf(-row.amount_kobo),
      description: describe(row),
      reference: row.reference,
      at: row.posted_at.toISOString(),
    })),
    next: rows.length > pageSize && lastRow ? String(lastRow.id) : null,
  }
}

/** A user's wallet history as a CSV file. */
export async function movementsFile(
  db: Database,
  userId: string,
  query: MovementsQuery,
): Promise<FileResponse> {
  const rows = await queryMovements(db, userId, query, maxRowsInFile)
  return csvFile('wallet.csv', [
    [
      walletServerTexts.csvDate(),
      walletServerTexts.csvType(),
      walletServerTexts.csvDescription(),
      walletServerTexts.csvReference(),
      walletServerTexts.csvAmount(),
    ],
    ...rows.map((row) => [
      formatDate(row.posted_at),
      movementLabels[row.kind](),
      describe(row),
      row.reference,
      nairaText(-row.amount_kobo),
    ]),
  ])
}

/** Each page is read from an index in this order, so its cost does not depend on the length of the history. */
async function queryMovements(
  db: Database,
  userId: string,
  query: MovementsQuery,
  limit: number,
): Promise<Row[]> {
  const { cursor, kind, from, to } = query
  const ownPostings = sql`account = ${account.wallet(userId)} and posted_at is not null`
  const conditions = [
    ownPostings,
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(from ? [sql`posted_at >= ${from}::date::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(to ? [sql`posted_at < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(cursor
      ? [
          sql`(posted_at, entry_id) < (
            (select posted_at from ledger_postings where ${ownPostings} and entry_id = ${cursor}::bigint), ${cursor}::bigint)`,
        ]
      : []),
  ]
  const { rows } = await sql<Row>`
    select entry.id, posting.kind, posting.amount_kobo, entry.posted_at, entry.reason,
      coalesce(orders.reference, payments.reference) as reference, orders.service, orders.beneficiary
    from (
      select * from ledger_postings where ${sql.join(conditions, sql` and `)}
      order by posted_at desc, entry_id desc limit ${limit}) posting
    join ledger_entries entry on entry.id = posting.entry_id
    left join orders on orders.id = entry.order_id
    left join payments on payments.id = case when entry.event like 'payment:%:captured'
      then split_part(entry.event, ':', 2)::uuid end
    order by posting.posted_at desc, posting.entry_id desc`.execute(db.q)
  return rows
}

function describe(row: Row): string {
  const order = row.service
    ? serviceData[row.service].walletLabel({ number: toLocalPhone(row.beneficiary ?? '') })
    : (row.reason ?? walletServerTexts.unknownOrder())
  switch (row.kind) {
    case 'top_up':
      return row.reason ?? walletServerTexts.topUp()
    case 'payment':
      return order
    case 'returned':
      return walletServerTexts.refunded({ order })
    case 'cashback':
      return walletServerTexts.cashback({ order })
    case 'cashback_taken_back':
      return walletServerTexts.cashbackReversed({ order })
    case 'bonus':
      return walletServerTexts.bonus()
    case 'manager':
      // Entries of earlier versions name the manager, which is not shown to the customer.
      return row.reason?.replace(/ \(by [^()]+\)$/, '') ?? walletServerTexts.topUp()
    case 'other':
      return row.reason ?? walletServerTexts.adjustment()
  }
}
