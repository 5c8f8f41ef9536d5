import type { UserId } from '../../shared/ids.ts'
import { getManagedTransactions, getTransactionTotals } from '../../shared/management/transactions.ts'
import { csvFile, type Route, route } from '../http/index.ts'
import type { ManagementDeps } from './deps.ts'
import { findTransactions, totalsOfTransactions } from './find-transactions.ts'
import { readInBatches } from './read-in-batches.ts'
import { runReport } from './run-report.ts'
import { transactionsOf } from './show-transactions.ts'
import { transactionRows } from './transactions-file.ts'
import { logRead, userByUniqueid } from './users.ts'

const pageSize = 50
const maxCsvRows = 50_000

/** Routes of the list of all transactions: orders, records and top-ups. */
export function transactionRoutes(deps: ManagementDeps): Route[] {
  const { db } = deps
  const ownerOf = async (userId: UserId | undefined) =>
    userId ? (await userByUniqueid(db, userId, 'user_id')).id : null
  return [
    route(getManagedTransactions, async ({ query, actor, requestId }) => {
      const userId = await ownerOf(query.user_id)
      const isCsv = query.format === 'csv'
      const { transactions, next } = await runReport(deps, actor, (replica) =>
        findTransactions(replica, query, { pageSize: isCsv ? maxCsvRows : pageSize, userId }),
      )
      await logRead(db, { actor, requestId }, isCsv ? 'transactions.file' : 'transactions', {
        subject: query.search ?? query.user_id ?? 'all',
        owner: userId,
      })
      // The rows of a page are current, however they were found.
      if (!isCsv) return { data: { list: await transactionsOf(db, transactions), next } }
      const list = await runReport(deps, actor, (replica) =>
        readInBatches(transactions, (batch) => transactionsOf(replica, batch)),
      )
      return csvFile('transactions.csv', transactionRows(list))
    }),
    route(getTransactionTotals, async ({ query, actor, requestId }) => {
      const userId = await ownerOf(query.user_id)
      const subject = query.search || query.user_id
      // Totals of all are of no person.
      if (subject) await logRead(db, { actor, requestId }, 'transactions.totals', { subject, owner: userId })
      return {
        data: await runReport(deps, actor, (replica) => totalsOfTransactions(replica, query, userId)),
      }
    }),
  ]
}
