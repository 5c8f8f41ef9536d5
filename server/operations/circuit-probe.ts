import { sql } from 'kysely'
import { vendorProductFor } from '../catalogue/index.ts'
import { inSeconds } from '../database/index.ts'
import { serviceData } from '../service-data/index.ts'
import type { Vendor } from '../vending/index.ts'
import { probeEverySeconds, successesToHalfOpen } from './breaker-policy.ts'
import { halfOpenBreaker, type VendorService } from './circuit-breaker.ts'
import type { OperationsDeps } from './deps.ts'
import { secondsAgoSql } from './time.ts'

interface DueProbe extends VendorService {
  readonly min_float_kobo: bigint | null
}

/**
 * Probes the open breakers that are due: our float, the price list and the lookup of the service. Two
 * consecutive successes change a breaker to half-open.
 * @returns the number of probes
 */
export async function probeOpenBreakers(deps: OperationsDeps): Promise<number> {
  const { rows } = await sql<DueProbe>`
    update circuit_breakers set probe_at = app_now() + make_interval(secs => ${probeEverySeconds})
    where (vendor, service) in (select vendor, service from circuit_breakers
      where state = 'open' and probe_at <= app_now() for update skip locked)
    returning vendor, service, min_float_kobo`.execute(deps.db.q)
  for (const dueProbe of rows) deps.runInBackground('probe', () => probe(deps, dueProbe))
  return rows.length
}

async function probe(deps: OperationsDeps, dueProbe: DueProbe): Promise<void> {
  const vendor = deps.vendors[dueProbe.vendor]
  const isHealthy = vendor ? await isVendorHealthy(deps, vendor, dueProbe) : false
  await deps.db.inTransaction(async (tx) => {
    const row = await tx
      .updateTable('circuit_breakers')
      .set({
        consecutive_successes: isHealthy ? sql<number>`consecutive_successes + 1` : 0,
        probe_at: inSeconds(probeEverySeconds),
      })
      .where('vendor', '=', dueProbe.vendor)
      .where('service', '=', dueProbe.service)
      .where('state', '=', 'open')
      .returning('consecutive_successes')
      .executeTakeFirst()
    if ((row?.consecutive_successes ?? 0) >= successesToHalfOpen) await halfOpenBreaker(deps, tx, dueProbe)
  })
  deps.availability.clearCache()
  deps.triggerOutbox()
}

async function isVendorHealthy(deps: OperationsDeps, vendor: Vendor, dueProbe: DueProbe): Promise<boolean> {
  const floatKobo = await vendor.balance()
  if (floatKobo === null || floatKobo < (dueProbe.min_float_kobo ?? 0n)) return false
  return (await priceListWorks(deps, vendor, dueProbe)) && (await lookupWorks(deps, vendor, dueProbe))
}

/** A product with a listed price must still be on the vendor's list. */
async function priceListWorks(
  deps: OperationsDeps,
  vendor: Vendor,
  { service }: VendorService,
): Promise<boolean> {
  if (!serviceData[service].hasVariations) return true
  const product = await deps.db.q
    .selectFrom('vendor_products')
    .select('vendor_code')
    .where('vendor', '=', vendor.name)
    .where('service', '=', service)
    .orderBy('code')
    .executeTakeFirst()
  return !product || (await vendor.list({ service, productCode: product.vendor_code })).type === 'listed'
}

/** The meter or smartcard of the last delivered order must still be found. */
async function lookupWorks(
  deps: OperationsDeps,
  vendor: Vendor,
  { service }: VendorService,
): Promise<boolean> {
  if (service !== 'power' && service !== 'cabletv') return true
  const lastOrder = await deps.db.q
    .selectFrom('orders')
    .select(['code', 'variation', 'beneficiary'])
    .where('service', '=', service)
    .where('vendor', '=', vendor.name)
    .where('state', '=', 'delivered')
    .where('created_at', '>', secondsAgoSql(7 * 24 * 60 * 60))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const product = lastOrder && (await vendorProductFor(deps.db, vendor.name, { service, ...lastOrder }))
  return !product || (await vendor.lookUp(product)).type !== 'unavailable'
}
