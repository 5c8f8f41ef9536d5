import type { z } from 'zod/mini'
import { formatDate } from '../../shared/dates.ts'
import type { UserId } from '../../shared/ids.ts'
import { nairaOf, nairaText } from '../../shared/money.ts'
import {
  type getWalletTransactions,
  type WalletTransaction,
  walletTransactionLabels,
} from '../../shared/wallet.ts'
import type { Database } from '../database/index.ts'
import { csvFile, type FileResponse, pageOf } from '../http/index.ts'
import { toLocalPhone } from '../purchase/index.ts'
import { serviceData } from '../service-data/index.ts'
import { walletServerTexts } from './texts.ts'
import { balancesAfter, queryWalletTransactions, type WalletTransactionRow } from './transaction-rows.ts'

type WalletTransactionsQuery = z.infer<typeof getWalletTransactions.query>

const pageSize = 50
const maxRowsInFile = 10_000

/** One page of a user's wallet history, newest first. */
export async function listWalletTransactions(
  db: Database,
  userId: UserId,
  query: WalletTransactionsQuery,
): Promise<{ list: WalletTransaction[]; next: string | null }> {
  const rows = await queryWalletTransactions(db, userId, query, pageSize + 1)
  const { page, next } = pageOf(rows, pageSize, (last) => String(last.id))
  const balances = balancesAfter(page)
  return {
    list: page.map((row, index) => ({
      id: String(row.id),
      kind: row.kind,
      amount: nairaOf(-row.amount_kobo),
      description: describeWalletTransaction(row),
      reference: row.reference,
      at: row.posted_at.toISOString(),
      balance: query.kind ? null : nairaOf(balances[index] ?? 0n),
    })),
    next,
  }
}

/** A user's wallet history as a CSV file. */
export async function walletTransactionsFile(
  db: Database,
  userId: UserId,
  query: WalletTransactionsQuery,
): Promise<FileResponse> {
  const rows = await queryWalletTransactions(db, userId, query, maxRowsInFile)
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
      walletTransactionLabels[row.kind](),
      describeWalletTransaction(row),
      row.reference,
      nairaText(-row.amount_kobo),
    ]),
  ])
}

/** One line about a transaction, as its owner reads it. It never names a manager. */
export function describeWalletTransaction(row: WalletTransactionRow): string {
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
