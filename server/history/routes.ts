import { accountSummary, allTransactions, buyAgain, transactionReceipt } from '../../shared/history.ts'
import { type Route, route } from '../http/index.ts'
import type { ServiceParts } from '../purchase/index.ts'
import { orderAgain, ownOrder } from './again.ts'
import { findOrders } from './find.ts'
import { receiptFor } from './receipt.ts'
import { showOrders } from './show.ts'
import { summaryOf } from './summary.ts'

const pageSize = 30

/** The calls of somebody's own orders. */
export function historyRoutes(parts: ServiceParts): Route[] {
  const { db } = parts
  return [
    route(allTransactions, async ({ query, actor }) => {
      const { ids, next } = await findOrders(db, actor.userId, query, pageSize)
      return { data: { list: await showOrders(db, ids), next } }
    }),
    route(transactionReceipt, async ({ params, actor }) =>
      receiptFor(parts, await ownOrder(parts, actor.userId, params.reference)),
    ),
    route(buyAgain, async ({ params, ...caller }) => ({
      data: await orderAgain(parts, params.reference, caller),
    })),
    route(accountSummary, async ({ query, actor }) => ({
      data: await summaryOf(db, actor.userId, query.months ? Number(query.months) : undefined),
    })),
  ]
}
