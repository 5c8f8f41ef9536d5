import { buyAgain, getAccountSummary, getTransactionReceipt, getTransactions } from '../../shared/history.ts'
import { repeatOrder } from '../../shared/order-actions.ts'
import { getOrderReceipt } from '../../shared/order-receipt.ts'
import { type Route, route } from '../http/index.ts'
import { openOrder, type ServiceDeps } from '../purchase/index.ts'
import { findOrCreateRepeatOrder, repeatUserOrder } from './buy-again.ts'
import { findOrders } from './find.ts'
import { showOrders } from './presenter.ts'
import { orderReceiptFile, ownReceipt } from './receipt.ts'
import { summaryOf } from './summary.ts'

const pageSize = 30

/** Routes of a user's own orders, and of what anyone with access to an order can do with it. */
export function historyRoutes(deps: ServiceDeps): Route[] {
  const { db } = deps
  return [
    route(getTransactions, async ({ query, actor }) => {
      const { ids, next } = await findOrders(db, actor.userId, query, pageSize)
      return { data: { list: await showOrders(db, ids), next } }
    }),
    route(getTransactionReceipt, async ({ params, ...caller }) => ownReceipt(deps, caller, params.reference)),
    route(buyAgain, async ({ params, ...caller }) => ({
      data: await repeatUserOrder(deps, params.reference, caller),
    })),
    route(getOrderReceipt, async ({ params, query, ...caller }) => {
      const order = await openOrder(deps, { ...params, token: query.access_token, caller })
      return orderReceiptFile(deps, order, caller)
    }),
    route(repeatOrder, async ({ params, body, ...caller }) => {
      const order = await openOrder(deps, { ...params, token: body.access_token, caller })
      return { data: await findOrCreateRepeatOrder(deps, order, caller) }
    }),
    route(getAccountSummary, async ({ query, actor }) => ({
      data: await summaryOf(db, actor.userId, query.months ? Number(query.months) : undefined),
    })),
  ]
}
