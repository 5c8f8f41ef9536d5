import type { z } from 'zod/mini'
import { formatDate } from '../../shared/dates.ts'
import { nairaOf, nairaText } from '../../shared/money.ts'
import { type getWalletMovements, type Movement, movementLabels } from '../../shared/wallet.ts'
import type { Database } from '../database/index.ts'
import { csvFile, type FileResponse } from '../http/index.ts'
import { toLocalPhone } from '../purchase/index.ts'
import { serviceData } from '../service-data/index.ts'
import { balancesAfter, type MovementRow, queryMovements } from './movement-rows.ts'
import { walletServerTexts } from './texts.ts'

type MovementsQuery = z.infer<typeof getWalletMovements.query>

const pageSize = 50
const maxRowsInFile = 10_000

/** One page of a user's wallet history, newest first. */
export async function listMovements(
  db: Database,
  userId: string,
  query: MovementsQuery,
): Promise<{ list: Movement[]; next: string | null }> {
  const rows = await queryMovements(db, userId, query, pageSize + 1)
  const page = rows.slice(0, pageSize)
  const lastRow = page.at(-1)
  const balances = balancesAfter(page)
  return {
    list: page.map((row, index) => ({
      id: String(row.id),
      kind: row.kind,
      amount: nairaOf(-row.amount_kobo),
      description: describeMovement(row),
      reference: row.reference,
      at: row.posted_at.toISOString(),
      balance: query.kind ? null : nairaOf(balances[index] ?? 0n),
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
      describeMovement(row),
      row.reference,
      nairaText(-row.amount_kobo),
    ]),
  ])
}

/** One line about a transaction, as its owner reads it. It never names a manager. */
export function describeMovement(row: MovementRow): string {
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
