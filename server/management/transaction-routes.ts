import { getManagedTransactions, getTransactionTotals } from '../../shared/management/transactions.ts'
import { csvFile, type Route, route } from '../http/index.ts'
import type { ManagementDeps } from './deps.ts'
import { findTransactions, totalsOfTransactions } from './find-transactions.ts'
import { inBatches } from './in-batches.ts'
import { readReport } from './read-reports.ts'
import { transactionsOf } from './show-transactions.ts'
import { transactionRows } from './transactions-file.ts'
import { logRead, userByUniqueid } from './users.ts'

const pageSize = 50
const maxCsvRows = 50_000

/** Routes of the list of all transactions: orders, records and top-ups. */
export function transactionRoutes(deps: ManagementDeps): Route[] {
  const { db } = deps
  const ownerOf = async (userId: string | undefined) =>
    userId ? (await userByUniqueid(db, userId, 'user_id')).id : null
  return [
    route(getManagedTransactions, async ({ query, actor, requestId }) => {
      const userId = await ownerOf(query.user_id)
      const asFile = query.format === 'csv'
      const { found, next } = await readReport(deps, actor, (replica) =>
        findTransactions(replica, query, { pageSize: asFile ? maxCsvRows : pageSize, userId }),
      )
      await logRead(db, {
        by: actor,
        requestId,
        what: asFile ? 'transactions.file' : 'transactions',
        subject: query.search ?? query.user_id ?? 'all',
        owner: userId,
      })
      // The rows of a page are current, whatever they were found by.
      if (!asFile) return { data: { list: await transactionsOf(db, found), next } }
      const list = await readReport(deps, actor, (replica) =>
        inBatches(found, (batch) => transactionsOf(replica, batch)),
      )
      return csvFile('transactions.csv', transactionRows(list))
    }),
    route(getTransactionTotals, async ({ query, actor }) => {
      const userId = await ownerOf(query.user_id)
      return {
        data: await readReport(deps, actor, (replica) => totalsOfTransactions(replica, query, userId)),
      }
    }),
  ]
}
