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
import type { GrowthProduct } from './growth-product.ts'

/** One list, report, poll or check. @param round differs in each round, so that other rows are read */
type Read = (product: GrowthProduct & { readonly orders: number }, round: number) => Promise<unknown>

/** The n-th of all orders, spread over the whole history. */
const orderNumber = (orders: number, round: number) => 1 + ((round * 7_919 + 13) % (orders - 100))
const meter = (n: number) => `45${String(n).padStart(9, '0')}`
const phone = (n: number) => `0803${String(n % 5_000_000).padStart(7, '0')}`
const referenceOf = (n: number) =>
  n.toString(16).toUpperCase().padStart(12, 'X').replaceAll('0', 'Z').replaceAll('1', 'Y')
const dayAgo = (days: number) =>
  new Date(Date.now() + 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
const timeAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const orders = '/management/orders/all'
const audit = (filter: Omit<Parameters<typeof findAuditEvents>[1], 'limit'>) => (db: Database) =>
  findAuditEvents(db, { ...filter, limit: 51 })

const lists: Readonly<Record<string, Read>> = {
  'orders, newest': ({ get }) => get(orders),
  'orders by meter': ({ get, orders: many }, round) =>
    get(`${orders}?search=${meter(orderNumber(many, round))}`),
  'orders by the last four digits': ({ get, orders: many }, round) =>
    get(`${orders}?search=${String(orderNumber(many, round) % 10_000).padStart(4, '0')}&from=${dayAgo(20)}`),
  'orders by phone': ({ get, orders: many }, round) =>
    get(`${orders}?search=${phone(orderNumber(many, round))}`),
  'orders by e-mail': ({ get, orders: many }, round) =>
    get(`${orders}?search=person${(orderNumber(many, round) % (many / 10)) + 1}@example.com`),
  'orders by reference': ({ get, orders: many }, round) =>
    get(`${orders}?search=${referenceOf(orderNumber(many, round))}`),
  'orders refunded, electricity': ({ get }) => get(`${orders}?state=refunded&service=power`),
  'orders by gateway': ({ get }) => get(`${orders}?gateway=monnify`),
  'orders by vendor': ({ get }) => get(`${orders}?vendor=buypower`),
  'orders of one day': ({ get }) => get(`${orders}?from=${dayAgo(20)}&to=${dayAgo(20)}`),
  'orders in review': ({ get }) => get(`${orders}?review=1`),
  'orders of a user': ({ get, orders: many }, round) =>
    get(`${orders}?user_id=u${(round % (many / 10)) + 1}`),
  'one order with its timeline': ({ get, orders: many }, round) =>
    get(`/management/orders/${referenceOf(orderNumber(many, round))}`),
  reviews: ({ get }) => get('/management/reviews/all'),
  'reconciliation breaks': ({ get }) => get('/management/reconciliation/all'),
  'users, newest': ({ get }) => get('/management/users/all'),
  'users by e-mail': ({ get, orders: many }, round) =>
    get(`/management/users/all?search=person${(round % (many / 10)) + 1}@`),
  'users by a common name': ({ get }) => get('/management/users/all?search=person'),
  'user picker': ({ get }) => get('/management/users/list'),
  'wallet top-ups': ({ get }) => get('/management/top-ups/all'),
  approvals: ({ get }) => get('/management/approvals/all'),
  'open tickets': ({ get }) => get('/management/tickets/all?state=open'),
  'answered tickets': ({ get }) => get('/management/tickets/all?state=answered'),
  campaigns: ({ get }) => get('/management/messages/all'),
  'audit log, newest': ({ get }) => get('/management/audit-logs/all'),
  'audit log, a rare action': ({ db }) => audit({ action: 'template' })(db),
  'audit log, one day': ({ db }) => audit({ from: timeAgo(20), to: timeAgo(19) })(db),
}

const user = async ({ get, tokenOf, orders: many }: Parameters<Read>[0], path: string) =>
  get(path, await userToken(tokenOf, many))
const tokens = new WeakMap<object, Promise<string>>()
function userToken(tokenOf: GrowthProduct['tokenOf'], many: number): Promise<string> {
  const token = tokens.get(tokenOf) ?? tokenOf(`person${Math.min(102, many / 10)}@example.com`)
  tokens.set(tokenOf, token)
  return token
}

const accountReads: Readonly<Record<string, Read>> = {
  'a user’s orders': (product) => user(product, `/account/transactions/all`),
  'a user’s orders by meter': (product) => user(product, `/account/transactions/all?search=45000000002`),
  'a user’s wallet': (product) => user(product, `/account/wallet/movements/all`),
  'a user’s summary': (product) => user(product, `/account/summary?months=6`),
}

const reports: Readonly<Record<string, Read>> = {
  'overview, 7 days': (product) => overview(product, 7),
  'overview, 30 days': (product) => overview(product, 30),
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

const overview = ({ db }: GrowthProduct, days: number) =>
  createOverview({
    db,
    vendors: noVendors,
    settings: createSettings(db),
    reports: { read: (work) => work(db), maxLagSeconds: 0, close: async () => {} },
  })(days)
const noVendors = Object.fromEntries(vendors.map((vendor) => [vendor, null])) as Vendors

const work: Readonly<Record<string, Read>> = {
  'every queue and check, once': ({ app }) => app.sweep(),
  'metrics of the queues': ({ app }) => app.jobMetrics(),
  'stuck rows': ({ app }) => app.operations.repairMissingDeadlines(),
  'orders against the ledger': ({ db }) => reconcileOrders({ db } as Parameters<typeof reconcileOrders>[0]),
  'expired rows': ({ db }) => purgeExpired(db),
}

const checks: Readonly<Record<string, Read>> = Object.fromEntries(
  invariants.map((rule): [string, Read] => [
    `invariant ${rule.name}`,
    ({ db }) => findViolations(db, [{ rule, scope: 'recent' }]),
  ]),
)

/** Everything that reads the history, by name. */
export const growthReads: Readonly<Record<string, Read>> = {
  ...lists,
  ...accountReads,
  ...reports,
  ...work,
  ...checks,
}
