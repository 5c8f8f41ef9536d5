import { sql } from 'kysely'
import type { getServiceHealth, ServiceHealth } from '../../shared/actions.ts'
import { type Service, services } from '../../shared/constants.ts'
import type { DataOf } from '../../shared/contract.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { listDiscos } from '../catalogue/index.ts'
import { cachedRead, type Database } from '../database/index.ts'
import type { Availability } from '../purchase/index.ts'
import { configuredVendors } from '../vending/index.ts'
import type { OperationsDeps } from './deps.ts'
import { operationsTexts } from './texts.ts'
import { timeSecondsAgo } from './time.ts'

interface Deps extends Pick<OperationsDeps, 'db' | 'settings' | 'vendors'> {
  readonly availability: Availability
}
type Health = Pick<ServiceHealth, 'status' | 'message' | 'delivered_percent' | 'typical_seconds'>
type Measures = Pick<Health, 'delivered_percent' | 'typical_seconds'>

/** Lifetime of the measurement in this process, and of the response in public caches. */
export const cacheSeconds = 60
const windowSeconds = 60 * 60
/** Fewer orders are too few for a rate. */
const minOrders = 5
const degradedBelowPercent = 90
const slowSeconds = 5 * 60

/**
 * Creates the query of the public status page. Settings and outages are current; the rest is up to `cacheSeconds`
 * old. The result has no vendor, no amount and no number of orders.
 */
export function createServiceHealth(deps: Deps): () => Promise<DataOf<typeof getServiceHealth>> {
  const measurement = cachedRead(cacheSeconds * 1_000, () => measure(deps.db))
  return async () => {
    const current = await measurement.get()
    const list = services.map(async (service): Promise<ServiceHealth> => {
      const unavailability = await unavailabilityOf(deps, service)
      const health = {
        service,
        name: serviceContracts[service].name,
        ...healthOf(current.measuresOf(service), unavailability),
      }
      if (service !== 'power') return health
      return { ...health, discos: await discosOf(deps, current, unavailability) }
    })
    return { updated_at: current.updatedAt.toISOString(), services: await Promise.all(list) }
  }
}

/** Why no orders are accepted, or null. */
type Unavailability = Pick<Health, 'status' | 'message'> | null

async function unavailabilityOf({ settings, availability }: Deps, service: Service): Promise<Unavailability> {
  const current = await settings.all()
  if (current[`${service}_status`] !== 1)
    return { status: 'off', message: current[`${service}_reason`] || operationsTexts.switchedOff() }
  const outage = await availability.outageOf(service)
  return outage && { status: 'unavailable', message: outage.reason }
}

function healthOf(measures: Measures, unavailability: Unavailability): Health {
  return { ...measures, ...(unavailability ?? deliveryStatusOf(measures)) }
}

function deliveryStatusOf({
  delivered_percent,
  typical_seconds,
}: Measures): Pick<Health, 'status' | 'message'> {
  if (delivered_percent === 0) return { status: 'unavailable', message: operationsTexts.noneDelivered() }
  if (delivered_percent !== null && delivered_percent < degradedBelowPercent)
    return { status: 'degraded', message: operationsTexts.someDelayed() }
  if (typical_seconds !== null && typical_seconds > slowSeconds)
    return { status: 'degraded', message: operationsTexts.slow() }
  return { status: 'available', message: operationsTexts.available() }
}

/** Each electricity company in display order. A company is unavailable while each vendor that sells it is paused. */
async function discosOf(
  deps: Deps,
  { discos, sold, measuresOf }: Measurement,
  unavailability: Unavailability,
) {
  const vendors = await availableVendors(deps)
  return discos.map(({ code, name }) => {
    const isSold = sold.some((product) => product.code === code && vendors.has(product.vendor))
    const discoUnavailability = unavailability ?? (isSold ? null : companyOutage())
    return { code, name, ...healthOf(measuresOf('power', code), discoUnavailability) }
  })
}

const companyOutage = (): Unavailability => ({
  status: 'unavailable',
  message: operationsTexts.companyOutage(),
})

async function availableVendors({ vendors, availability }: Deps): Promise<ReadonlySet<string>> {
  const available = new Set<string>()
  for (const { name } of configuredVendors(vendors))
    if (await availability.isAvailable(name, 'power')) available.add(name)
  return available
}

interface MeasuredRow {
  service: Service
  /** Our product code; null in the row of the service. */
  code: string | null
  orders: number
  delivered: number
  median_seconds: number | null
}

interface Measurement {
  readonly updatedAt: Date
  readonly measuresOf: (service: Service, code?: string) => Measures
  /** The electricity companies in display order. */
  readonly discos: readonly { readonly code: string; readonly name: string }[]
  /** Which vendor sells which electricity company. */
  readonly sold: readonly { readonly vendor: string; readonly code: string }[]
}

/**
 * Measures the orders paid in the last hour that ended, or whose attempt has an unknown outcome: that counts as not
 * delivered. An order paid more than an hour after its creation is not measured. The range of `created_at`, as a value,
 * and the literal states let it use the index of the back office's order list.
 */
async function measure(db: Database): Promise<Measurement> {
  const since = await timeSecondsAgo(db, windowSeconds)
  const createdSince = new Date(since.getTime() - windowSeconds * 1_000)
  const { rows } = await sql<MeasuredRow>`
    select service, code, count(*)::int as orders, (count(*) filter (where state = 'delivered'))::int as delivered,
      percentile_cont(0.5) within group (order by extract(epoch from delivered_at - paid_at))
        filter (where state = 'delivered') as median_seconds
    from orders
    where service = any(${services}) and state in ('delivered', 'vending', 'vend_failed', 'refunding', 'refunded')
      and created_at > ${createdSince} and paid_at > ${since}
      and (state <> 'vending' or exists (
        select from attempts where attempts.order_id = orders.id and attempts.state = 'unknown'))
    group by grouping sets ((service), (service, code))`.execute(db.q)
  return {
    updatedAt: new Date(),
    measuresOf: (service, code) =>
      measuresFrom(rows.find((row) => row.service === service && row.code === (code ?? null))),
    discos: await listDiscos(db),
    sold: await db.q
      .selectFrom('vendor_products')
      .select(['vendor', 'code'])
      .where('service', '=', 'power')
      .execute(),
  }
}

function measuresFrom(row: MeasuredRow | undefined): Measures {
  if (!row || row.orders < minOrders) return { delivered_percent: null, typical_seconds: null }
  return {
    // Rounded down: 100 only if every order was delivered.
    delivered_percent: Math.floor((100 * row.delivered) / row.orders),
    typical_seconds: row.median_seconds === null ? null : Math.max(1, Math.round(row.median_seconds)),
  }
}
