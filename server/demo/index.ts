import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Service, services } from '../../shared/constants.ts'
import { demoUsers, newReferralCode, newUniqueid } from '../accounts/index.ts'
import type { Database, Tx } from '../database/index.ts'
import type { Settings } from '../settings/index.ts'
import { insertActivity } from './activity-rows.ts'
import { sendHistory } from './history.ts'
import { firstJoinTime, planJoinTimes } from './join-times.ts'
import { insertEntries } from './ledger-rows.ts'
import { planMonth } from './month.ts'
import { orderEntries, pastPaymentOf, pastVendOf } from './order-entries.ts'
import { type DemoBuyer, type DemoOrder, demoOrderOf } from './order-rows.ts'
import { insertOrders, insertRows } from './order-store.ts'
import { demoCustomers } from './people.ts'
import { type DemoProduct, listDemoProducts } from './products.ts'
import { uuidAt } from './random.ts'
import { pastTopUp, planTopUps, topUpEntry, topUpRow } from './top-ups.ts'

export { sendOpeningFloats } from './history.ts'
export { beforeDemoMonth } from './month.ts'

interface DemoDeps {
  readonly db: Database
  readonly settings: Settings
  readonly simulatorsUrl: string
  readonly guestEmail: string
  readonly log: Logger
}

/** Row of `app_metadata`: when the month was planned; `loaded` when its rows are stored. */
const markerName = 'demo_month'
const loadedKey = 'loaded'

/**
 * Fills a database without orders with a month of orders, once. The plan follows from the time in the marker, so that
 * a start after a crash continues with the same plan, whose payments the simulators may already have.
 */
export async function loadDemoMonth(deps: DemoDeps): Promise<void> {
  const plannedAt = await claim(deps.db)
  if (plannedAt === null) return
  const products = await listDemoProducts(deps.db)
  if (!services.every((service) => products.some((product) => product.service === service)))
    return deps.log.warn('demo month not loaded: the catalogue is incomplete')
  const startedAt = performance.now()
  const { orders, topUps, buyers, demoUserRows, newUsers, joinTimes, managers } = await plan(
    deps,
    products,
    plannedAt,
  )
  await sendHistory(deps.simulatorsUrl, {
    payments: [...orders.map(pastPaymentOf).filter((payment) => payment !== null), ...topUps.map(pastTopUp)],
    vends: orders.map(pastVendOf).filter((vend) => vend !== null),
  })
  const isLoaded = await deps.db.inTransaction(async (tx) => {
    if (!(await markLoaded(tx, plannedAt))) return false
    await insertRows(tx, 'users', newUsers)
    for (const { id } of demoUserRows)
      await tx
        .updateTable('users')
        .set({ created_at: joinTimes.get(id) ?? firstJoinTime(plannedAt) })
        .where('id', '=', id)
        .execute()
    await insertRows(tx, 'payments', topUps.map(topUpRow))
    await insertOrders(tx, orders, plannedAt)
    await insertEntries(tx, [...topUps.map(topUpEntry), ...orders.flatMap(orderEntries)])
    await insertActivity(tx, { orders, buyers, newUsers, managers, now: plannedAt })
    await clearDailyTotals(tx)
    return true
  })
  if (isLoaded)
    deps.log.info(
      { orders: orders.length, ms: Math.round(performance.now() - startedAt) },
      'demo month loaded',
    )
}

/** The time of the plan; null when the month is loaded, or the database has orders of its own. */
async function claim(db: Database): Promise<Date | null> {
  const marker = await db.q
    .selectFrom('app_metadata')
    .select('value')
    .where('name', '=', markerName)
    .executeTakeFirst()
  if (marker) return marker.value === loadedKey ? null : new Date(marker.value)
  const order = await db.q.selectFrom('orders').select('id').limit(1).executeTakeFirst()
  if (order) return null
  const now = new Date()
  const insertResult = await db.q
    .insertInto('app_metadata')
    .values({ name: markerName, value: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return insertResult.numInsertedOrUpdatedRows === 1n ? now : null
}

/** @returns false when another process has loaded the month */
async function markLoaded(tx: Tx, plannedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app_metadata')
    .set({ value: loadedKey })
    .where('name', '=', markerName)
    .where('value', '=', plannedAt.toISOString())
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function plan(
  { db, settings, guestEmail }: DemoDeps,
  products: readonly DemoProduct[],
  plannedAt: Date,
) {
  const demoUserRows = await db.q
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'is_company'])
    .where(
      'email',
      'in',
      demoUsers.map(({ email }) => email),
    )
    .orderBy('email')
    .execute()
  const newCustomers = demoCustomers.map(({ name, email, phone }) => ({
    id: uuidAt(email, firstJoinTime(plannedAt)),
    uniqueid: newUniqueid(),
    referral_code: newReferralCode(),
    name,
    email,
    phone,
    password_hash: null,
    pin_hash: null,
  }))
  const companies = demoUserRows.filter(({ is_company }) => is_company)
  const individuals = demoUserRows.filter(({ role, is_company }) => role === 'user' && !is_company)
  const buyers: DemoBuyer[] = [...companies, ...individuals, ...newCustomers]
  const { cashback_basis_points: cashbackBasisPoints, ...current } = await settings.all()
  /** Services without an entry have no charge. */
  const charges = new Map<Service, number>([
    ['power', current.power_service_charge_kobo],
    ['cabletv', current.cabletv_service_charge_kobo],
    ['data', current.data_service_charge_kobo],
    ['education', current.waec_service_charge_kobo],
  ])
  const orders: DemoOrder[] = planMonth(products, buyers.length, plannedAt).map((order) =>
    demoOrderOf(
      order,
      order.customer === null ? null : (buyers[order.customer] ?? null),
      { serviceChargeKobo: BigInt(charges.get(order.product.service) ?? 0), cashbackBasisPoints },
      guestEmail,
    ),
  )
  const [first, second] = demoUserRows.filter(({ role }) => role === 'manager')
  if (!first || !second) throw new Error('The demo managers are missing')
  const managers = [first.id, second.id] as const
  const joinTimes = planJoinTimes(buyers, orders, plannedAt)
  const newUsers = newCustomers.map((customer) => {
    const joinedAt = joinTimes.get(customer.id) ?? firstJoinTime(plannedAt)
    return { ...customer, email_verified_at: joinedAt, created_at: joinedAt }
  })
  return { orders, topUps: planTopUps(orders), buyers, demoUserRows, newUsers, joinTimes, managers }
}

/** Totals of past days that were stored before the month was loaded are computed again. */
async function clearDailyTotals(tx: Tx): Promise<void> {
  await sql`delete from daily_order_totals`.execute(tx)
  await sql`delete from daily_user_spend`.execute(tx)
}
