import { sql } from 'kysely'
import { type Service, services } from '../../shared/constants.ts'
import { cachedRead, type Database } from '../database/index.ts'
import type { Availability, Outage } from '../purchase/index.ts'
import { configuredVendors, type Vendors } from '../vending/index.ts'
import { invariants } from './invariants/index.ts'
import { operationsTexts } from './texts.ts'

/** Every process sees a change made by another one within this time. */
const cacheTtlMs = 250

interface AvailabilityState {
  /** Start of each vendor's pause, by `{vendor} {service}`. */
  readonly pausedSince: ReadonlyMap<string, Date>
  /** Time of the oldest open invariant violation, by service; `*` for all services. */
  readonly violatedSince: ReadonlyMap<string, Date>
}

/**
 * Current availability of vendors and services. Every lookup and payment reads it, so it is cached for
 * `cacheTtlMs`. Never call it inside a transaction.
 */
export function createAvailability(db: Database, vendors: Vendors): Availability & { clearCache(): void } {
  const state = cachedRead(cacheTtlMs, () => fetchState(db))
  return {
    clearCache: state.clear,
    async isAvailable(vendor, service) {
      return !(await state.get()).pausedSince.has(keyOf(vendor, service))
    },
    async outageOf(service) {
      return outageOf(await state.get(), service, vendors)
    },
  }
}

function outageOf(
  { pausedSince: openSince, violatedSince }: AvailabilityState,
  service: Service,
  vendors: Vendors,
): Outage | null {
  const serviceViolatedSince = violatedSince.get(service) ?? violatedSince.get('*')
  if (serviceViolatedSince) return { reason: operationsTexts.maintenance(), since: serviceViolatedSince }
  const serviceVendors = configuredVendors(vendors).filter((vendor) =>
    vendor.capabilities.services.includes(service),
  )
  const pauseStarts = serviceVendors.map((vendor) => openSince.get(keyOf(vendor.name, service)))
  if (pauseStarts.some((date) => date === undefined)) return null
  // The outage starts when the last vendor was paused; it has no start when no vendor is configured.
  const [last = null] = pauseStarts
    .filter((date) => date !== undefined)
    .sort((a, b) => b.getTime() - a.getTime())
  return { reason: operationsTexts.vendorOutage(), since: last }
}

/** The services with an outage, each with its reason. */
export async function outagesByService(availability: Availability): Promise<ReadonlyMap<Service, Outage>> {
  const outages = new Map<Service, Outage>()
  for (const service of services) {
    const outage = await availability.outageOf(service)
    if (outage) outages.set(service, outage)
  }
  return outages
}

const reportOnlyInvariants = invariants
  .filter((invariant) => invariant.stopsOrders === false)
  .map((invariant) => invariant.name)

async function fetchState(db: Database): Promise<AvailabilityState> {
  const { rows } = await sql<{ vendor: string | null; service: string; since: Date }>`
    select vendor, service, state_since as since from circuit_breakers where state = 'open'
    union all
    select null, coalesce(service, '*'), min(detected_at) from invariant_violations
    where resolved_at is null and accepted_at is null and not (invariant = any(${reportOnlyInvariants})) group by service`.execute(
    db.q,
  )
  const openSince = new Map<string, Date>()
  const violatedSince = new Map<string, Date>()
  for (const { vendor, service, since } of rows) {
    if (vendor === null) violatedSince.set(service, since)
    else openSince.set(keyOf(vendor, service), since)
  }
  return { pausedSince: openSince, violatedSince }
}

const keyOf = (vendor: string, service: string): string => `${vendor} ${service}`
