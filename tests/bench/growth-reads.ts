import { findAuditEvents } from '../../server/audit/index.ts'
import type { Database } from '../../server/database/index.ts'
import { account, accountSum, saveBalanceSnapshots } from '../../server/ledger/index.ts'
import { createOverview } from '../../server/management/overview.ts'
import { createAvailability } from '../../server/operations/availability.ts'
import { findViolations, invariants } from '../../server/operations/invariants/index.ts'
import { reconcileOrders } from '../../server/operations/reconciliation/reconcile-orders.ts'
import { purgeExpired } from '../../server/operations/retention.ts'
import { createServiceHealth } from '../../server/operations/service-status.ts'
import { createSettings } from '../../server/settings/index.ts'
import type { Vendors } from '../../server/vending/index.ts'
import { vendors } from '../../shared/providers.ts'
import type { GrowthApp } from './growth-app.ts'

/** One list, report, poll or check. @param round differs in each round, so that other rows are read */
type HistoryRead = (app: GrowthApp & { readonly orders: number }, round: number) => Promise<unknown>

/** The n-th of all orders, spread over the whole history. */
const orderNumber = (orders: number, round: number) => 1 + ((round * 7_919 + 13) % (orders - 100))
const meterOf = (n: number) => `45${String(n).padStart(9, '0')}`
const phoneOf = (n: number) => `0803${String(n % 5_000_000).padStart(7, '0')}`
const referenceOf = (n: number) =>
  n.toString(16).toUpperCase().padStart(12, 'X').replaceAll('0', 'Z').replaceAll('1', 'Y')
const dayAgo = (days: number) =>
  new Date(Date.now() + 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
const timeAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const ordersPath = '/management/orders/all'
const findAudit = (filter: Omit<Parameters<typeof findAuditEvents>[1], 'limit'>) => (db: Database) =>
  findAuditEvents(db, { ...filter, limit: 51 })

const lists: Readonly<Record<string, HistoryRead>> = {
  'orders, newest': ({ get }) => get(ordersPath),
  'orders by meter': ({ get, orders: orderCount }, round) =>
    get(`${ordersPath}?search=${meterOf(orderNumber(orderCount, round))}`),
  'orders by the last four digits': ({ get, orders: orderCount }, round) =>
    get(
      `${ordersPath}?search=${String(orderNumber(orderCount, round) % 10_000).padStart(4, '0')}&from=${dayAgo(20)}`,
    ),
  'orders by phone': ({ get, orders: orderCount }, round) =>
    get(`${ordersPath}?search=${phoneOf(orderNumber(orderCount, round))}`),
  'orders by e-mail': ({ get, orders: orderCount }, round) =>
    get(`${ordersPath}?search=person${(orderNumber(orderCount, round) % (orderCount / 10)) + 1}@example.com`),
  'orders by reference': ({ get, orders: orderCount }, round) =>
    get(`${ordersPath}?search=${referenceOf(orderNumber(orderCount, round))}`),
  'orders refunded, electricity': ({ get }) => get(`${ordersPath}?state=refunded&service=power`),
  'orders by gateway': ({ get }) => get(`${ordersPath}?gateway=monnify`),
  'orders by vendor': ({ get }) => get(`${ordersPath}?vendor=buypower`),
  'orders of one day': ({ get }) => get(`${ordersPath}?from=${dayAgo(20)}&to=${dayAgo(20)}`),
  'orders in review': ({ get }) => get(`${ordersPath}?review=1`),
  'orders of a user': ({ get, orders: orderCount }, round) =>
    get(`${ordersPath}?user_id=u${(round % (orderCount / 10)) + 1}`),
  'one order with its timeline': ({ get, orders: orderCount }, round) =>
    get(`/management/orders/${referenceOf(orderNumber(orderCount, round))}`),
  reviews: ({ get }) => get('/management/reviews/all'),
  'reconciliation breaks': ({ get }) => get('/management/reconciliation/all'),
  'users, newest': ({ get }) => get('/management/users/all'),
  'users by e-mail': ({ get, orders: orderCount }, round) =>
    get(`/management/users/all?search=person${(round % (orderCount / 10)) + 1}@`),
  'users by a common name': ({ get }) => get('/management/users/all?search=person'),
  'user picker': ({ get }) => get('/management/users/list'),
  'wallet top-ups': ({ get }) => get('/management/top-ups/all'),
  approvals: ({ get }) => get('/management/approvals/all'),
  'open tickets': ({ get }) => get('/management/tickets/all?state=open'),
  'answered tickets': ({ get }) => get('/management/tickets/all?state=answered'),
  campaigns: ({ get }) => get('/management/messages/all'),
  'audit log, newest': ({ get }) => get('/management/audit-logs/all'),
  'audit log, a rare action': ({ db }) => findAudit({ action: 'template' })(db),
  'audit log, one day': ({ db }) => findAudit({ from: timeAgo(20), to: timeAgo(19) })(db),
}

const getAsUser = async ({ get, tokenOf, orders: orderCount }: Parameters<HistoryRead>[0], path: string) =>
  get(path, await userToken(tokenOf, orderCount))
const sessionTokens = new WeakMap<object, Promise<string>>()
function userToken(tokenOf: GrowthApp['tokenOf'], orderCount: number): Promise<string> {
  const token = sessionTokens.get(tokenOf) ?? tokenOf(`person${Math.min(102, orderCount / 10)}@example.com`)
  sessionTokens.set(tokenOf, token)
  return token
}

const accountReads: Readonly<Record<string, HistoryRead>> = {
  'a user’s orders': (app) => getAsUser(app, `/account/transactions/all`),
  'a user’s orders by meter': (app) => getAsUser(app, `/account/transactions/all?search=45000000002`),
  'a user’s wallet': (app) => getAsUser(app, `/account/wallet/movements/all`),
  'a user’s summary': (app) => getAsUser(app, `/account/summary?months=6`),
}

const reports: Readonly<Record<string, HistoryRead>> = {
  'overview, 7 days': (app) => overview(app, 7),
  'overview, 30 days': (app) => overview(app, 30),
  'status page': ({ db }) =>
    createServiceHealth({
      vendors: noVendors,
      db,
      settings: createSettings(db),
      availability: createAvailability(db, noVendors),
    })(),
  'balance snapshots': ({ db }) => saveBalanceSnapshots(db),
  'balance of a gateway account': ({ db }) => accountSum(db.q, account.gateway('paystack')),
  'daily metrics': ({ app }) => app.operations.computeDailyMetrics(),
}

const overview = ({ db }: GrowthApp, days: number) =>
  createOverview({
    db,
    vendors: noVendors,
    settings: createSettings(db),
    availability: createAvailability(db, noVendors),
    reports: { read: (work) => work(db), maxLagSeconds: 0, close: async () => {} },
  })(days)
const noVendors = Object.fromEntries(vendors.map((vendor) => [vendor, null])) as Vendors

const jobs: Readonly<Record<string, HistoryRead>> = {
  'every queue and check, once': ({ app }) => app.runDueJobs(),
  'metrics of the queues': ({ app }) => app.jobMetrics(),
  'stuck rows': ({ app }) => app.operations.repairMissingDueTimes(),
  'orders against the ledger': ({ db }) => reconcileOrders({ db } as Parameters<typeof reconcileOrders>[0]),
  'expired rows': ({ db }) => purgeExpired(db),
}

const invariantChecks: Readonly<Record<string, HistoryRead>> = Object.fromEntries(
  invariants.map((rule): [string, HistoryRead] => [
    `invariant ${rule.name}`,
    ({ db }) => findViolations(db, [{ rule, scope: 'recent' }]),
  ]),
)

/** Everything that reads the history, by name. */
export const growthReads: Readonly<Record<string, HistoryRead>> = {
  ...lists,
  ...accountReads,
  ...reports,
  ...jobs,
  ...invariantChecks,
}
