import { getManagedOrder, getManagedOrders } from '../../shared/management/orders.ts'
import * as overviews from '../../shared/management/overview.ts'
import { getManagedTopUps } from '../../shared/management/top-ups.ts'
import { getUserChoices, getUsers } from '../../shared/management/users.ts'
import type { Database } from '../database/index.ts'
import { type Actor, ApiError, csvFile, type Route, route } from '../http/index.ts'
import {
  orderOperationsOf,
  reviewOf,
  withPermittedActions,
  withPermittedOperations,
} from '../operations/index.ts'
import { recordedPurchaseByReference } from '../power/index.ts'
import { currentStatus, orderByReference, orderSteps } from '../purchase/index.ts'
import { listOrderTickets } from '../tickets/index.ts'
import { configRoutes } from './config-routes.ts'
import type { ManagementDeps } from './deps.ts'
import { findManagedOrders } from './find-orders.ts'
import { findTopUps } from './find-top-ups.ts'
import { deliveredActionsOf, deliveryResultOf } from './order-actions/codes.ts'
import { goodwillOnPage, goodwillPaidFor } from './order-actions/goodwill-cap.ts'
import { orderNotesOf } from './order-actions/notes.ts'
import { managedPaymentsOf } from './order-actions/payments.ts'
import { createOverview } from './overview.ts'
import { readInBatches } from './read-in-batches.ts'
import { runReport } from './run-report.ts'
import { searchRoutes } from './search-routes.ts'
import { csvRows, managedOrdersOf } from './show-orders.ts'
import { managedTicketRoutes } from './ticket-routes.ts'
import { recordedPurchaseTimeline, timelineOf } from './timeline.ts'
import { transactionRoutes } from './transaction-routes.ts'
import { listUsers, logRead, userByUniqueid, userChoices } from './users.ts'

const pageSize = 50
const maxCsvRows = 50_000
const defaultDays = 7

/** Back-office routes that read data and change settings; money-routes.ts has those that move money. */
export function managementRoutes(deps: ManagementDeps): Route[] {
  return [
    ...userRoutes(deps),
    ...configRoutes(deps),
    ...orderRoutes(deps),
    ...transactionRoutes(deps),
    ...searchRoutes(deps),
    ...managedTicketRoutes(deps),
  ]
}

function userRoutes(deps: ManagementDeps): Route[] {
  const { db } = deps
  /** Logs that a manager read the list of users, with the search text. Source: ruling E-059 */
  const logListRead = (caller: { actor: Actor; requestId: string }, search: string | undefined) =>
    logRead(db, caller, 'users', { subject: search || 'all' })
  return [
    route(getUserChoices, async ({ query, actor, requestId }) => {
      await logListRead({ actor, requestId }, query.search)
      return {
        data: await runReport(deps, actor, (replica) => userChoices(replica, query.search || undefined)),
      }
    }),
    route(getUsers, async ({ query, actor, requestId }) => {
      await logListRead({ actor, requestId }, query.search)
      return { data: await runReport(deps, actor, (replica) => listUsers(replica, query)) }
    }),
  ]
}

function orderRoutes(deps: ManagementDeps): Route[] {
  const { db } = deps
  const overview = createOverview(deps)
  return [
    route(overviews.getManagementOverview, async ({ query: { days, from, to } }) => ({
      data: await overview(from && to ? { from, to } : Number(days ?? defaultDays)),
    })),
    route(getManagedOrders, async ({ query, actor, requestId }) => {
      const userId = query.user_id ? (await userByUniqueid(db, query.user_id, 'user_id')).id : null
      const isCsv = query.format === 'csv'
      const size = isCsv ? maxCsvRows : pageSize
      const find = (source: Database) => findManagedOrders(source, query, { pageSize: size, userId })
      // Orders in review are those that a manager acts on: the list shows the result immediately.
      const { ids, next } = query.review ? await find(db) : await runReport(deps, actor, find)
      await logRead(db, { actor, requestId }, isCsv ? 'orders.file' : 'orders', {
        subject: query.search ?? query.user_id ?? 'all',
        owner: userId,
      })
      // The ids may come from the replica; the rows are read from the primary.
      if (!isCsv) return { data: { list: await managedOrdersOf(db, ids), next } }
      const csvOrders = await runReport(deps, actor, (replica) =>
        readInBatches(ids, (batchIds) => managedOrdersOf(replica, batchIds)),
      )
      return csvFile('orders.csv', csvRows(csvOrders))
    }),
    route(getManagedTopUps, async ({ query, actor, requestId }) => {
      await logRead(db, { actor, requestId }, 'top_ups', { subject: query.search ?? 'all' })
      return { data: await findTopUps(db, query) }
    }),
    route(getManagedOrder, async ({ params, actor, requestId }) => {
      const order = await orderByReference(db.q, params.reference)
      const record = order ? undefined : await recordedPurchaseByReference(db, params.reference)
      const subject = order ?? record
      if (!subject) throw new ApiError('NOT_FOUND')
      await logRead(db, { actor, requestId }, 'order', { subject: subject.reference, owner: subject.user_id })
      const [listed] = await managedOrdersOf(db, [subject.id])
      if (!listed) throw new ApiError('NOT_FOUND')
      if (!order) return { data: { order: listed, ...(await recordedPurchaseTimeline(db, subject.id)) } }
      const { money, refund_account, refund_held } = await currentStatus(db, order)
      const review = await reviewOf(db, order.id)
      const operations = await orderOperationsOf(db, order.id)
      const goodwill = await goodwillOnPage(db, order, actor)
      return {
        data: {
          order: listed,
          money: { status: money.status, message: money.message },
          needs_account: refund_account !== undefined,
          ...(refund_held && { refund_held }),
          steps: await orderSteps(db, order),
          timeline: await timelineOf(db, order),
          tickets: await listOrderTickets(db, order.id),
          review: review && withPermittedActions(actor, review),
          payments: await managedPaymentsOf(db, order.id),
          notes: await orderNotesOf(db, order.id),
          operations: operations && withPermittedOperations(actor, operations, goodwill.unavailable),
          delivery: await deliveryResultOf(db, order),
          delivered_actions: await deliveredActionsOf(deps, order, actor),
          ...goodwill.limits,
          goodwill_paid: await goodwillPaidFor(db, order.id),
        },
      }
    }),
  ]
}
