import { sql } from 'kysely'
import { type Service, services } from '../../shared/constants.ts'
import type { Database } from '../database/index.ts'
import type { Selling, Stop } from '../purchase/index.ts'
import type { Vendors } from '../vending/index.ts'

/** A change made by any process is seen by all within this time. */
const freshMs = 250

interface Known {
  /** Since when a vendor is paused: `{vendor} {service}`. */
  readonly paused: ReadonlyMap<string, Date>
  /** Since when a rule of the books is broken: by service, `*` for all of them. */
  readonly broken: ReadonlyMap<string, Date>
}

const unhealthy = 'Our supplier cannot deliver this right now. We keep checking, and it comes back by itself.'
const checking = 'We have stopped this while we check our books. Orders that are paid are looked after.'

/** Who sells what now. Asked at every lookup and payment, so remembered for a moment. Not to be asked inside a transaction. */
export function sellingNow(db: Database, vendors: Vendors): Selling & { forget(): void } {
  let known: Promise<Known> | undefined
  let askedAt = 0
  const now = (): Promise<Known> => {
    if (known === undefined || performance.now() - askedAt >= freshMs) {
      askedAt = performance.now()
      const asked = read(db)
      known = asked
      // A failure is told to those who asked, and not remembered.
      asked.catch(() => {
        if (known === asked) known = undefined
      })
    }
    return known
  }
  return {
    forget() {
      known = undefined
    },
    async mayVend(vendor, service) {
      return !(await now()).paused.has(keyOf(vendor, service))
    },
    async stopped(service) {
      return stopOf(await now(), service, vendors)
    },
  }
}

function stopOf({ paused, broken }: Known, service: Service, vendors: Vendors): Stop | null {
  const brokenSince = broken.get(service) ?? broken.get('*')
  if (brokenSince) return { reason: checking, since: brokenSince }
  const sellers = Object.values(vendors).filter((vendor) => vendor.can.sells.includes(service))
  const since = sellers.map((vendor) => paused.get(keyOf(vendor.name, service)))
  if (since.some((it) => it === undefined)) return null
  // It is off since the last of them was paused; with nobody at all, since ever.
  const [last = null] = since.filter((it) => it !== undefined).sort((a, b) => b.getTime() - a.getTime())
  return { reason: unhealthy, since: last }
}

/** Which services have stopped, and why. */
export async function stops(selling: Selling): Promise<ReadonlyMap<Service, Stop>> {
  const found = new Map<Service, Stop>()
  for (const service of services) {
    const stop = await selling.stopped(service)
    if (stop) found.set(service, stop)
  }
  return found
}

async function read(db: Database): Promise<Known> {
  const { rows } = await sql<{ vendor: string | null; service: string; since: Date }>`
    select vendor, service, since from vendor_health where state = 'paused'
    union all
    select null, coalesce(service, '*'), min(found_at) from breaches
    where ended_at is null and accepted_at is null group by service`.execute(db.q)
  const paused = new Map<string, Date>()
  const broken = new Map<string, Date>()
  for (const { vendor, service, since } of rows) {
    if (vendor === null) broken.set(service, since)
    else paused.set(keyOf(vendor, service), since)
  }
  return { paused, broken }
}

const keyOf = (vendor: string, service: string): string => `${vendor} ${service}`
