import { sql } from 'kysely'
import { goodsFor } from '../catalogue/index.ts'
import { inSeconds } from '../database/index.ts'
import type { Vendor } from '../vending/index.ts'
import { ago } from './ago.ts'
import { type Counter, resume } from './health.ts'
import { goodProbesNeeded, probeEverySeconds } from './health-rule.ts'
import type { OperationsParts } from './parts.ts'

interface Due extends Counter {
  readonly needs_kobo: bigint | null
}

/**
 * Asks the paused vendors whose time has come how they are: our float, and what the service needs of them.
 * Two good answers in a row bring one back. @returns how many were asked
 */
export async function probePaused(parts: OperationsParts): Promise<number> {
  const { rows } = await sql<Due>`
    update vendor_health set probe_at = business_now() + make_interval(secs => ${probeEverySeconds})
    where (vendor, service) in (select vendor, service from vendor_health
      where state = 'paused' and probe_at <= business_now() for update skip locked)
    returning vendor, service, needs_kobo`.execute(parts.db.q)
  for (const it of rows) parts.background('probe', () => probe(parts, it))
  return rows.length
}

async function probe(parts: OperationsParts, it: Due): Promise<void> {
  const vendor = parts.vendors[it.vendor]
  const well = vendor !== undefined && (await isWell(parts, vendor, it))
  await parts.db.inTransaction(async (tx) => {
    const row = await tx
      .updateTable('vendor_health')
      .set({ good_probes: well ? sql<number>`good_probes + 1` : 0, probe_at: inSeconds(probeEverySeconds) })
      .where('vendor', '=', it.vendor)
      .where('service', '=', it.service)
      .where('state', '=', 'paused')
      .returning('good_probes')
      .executeTakeFirst()
    if ((row?.good_probes ?? 0) >= goodProbesNeeded) await resume(parts, tx, it)
  })
  parts.selling.forget()
  parts.wakeOutbox()
}

async function isWell(parts: OperationsParts, vendor: Vendor, it: Due): Promise<boolean> {
  const floatKobo = await vendor.balance()
  if (floatKobo === null || floatKobo < (it.needs_kobo ?? 0n)) return false
  return (await lists(parts, vendor, it)) && (await looksUp(parts, vendor, it))
}

/** What is sold from a list must be listed. */
async function lists(parts: OperationsParts, vendor: Vendor, { service }: Counter): Promise<boolean> {
  if (service === 'power' || service === 'airtime') return true
  const product = await parts.db.q
    .selectFrom('vendor_products')
    .select('vendor_code')
    .where('vendor', '=', vendor.name)
    .where('service', '=', service)
    .orderBy('code')
    .executeTakeFirst()
  return !product || (await vendor.list({ service, productCode: product.vendor_code })).is === 'listed'
}

/** A meter or smartcard that was served last must still be found. */
async function looksUp(parts: OperationsParts, vendor: Vendor, { service }: Counter): Promise<boolean> {
  if (service !== 'power' && service !== 'cabletv') return true
  const last = await parts.db.q
    .selectFrom('orders')
    .select(['code', 'variation', 'beneficiary'])
    .where('service', '=', service)
    .where('vendor', '=', vendor.name)
    .where('state', '=', 'delivered')
    .where('created_at', '>', ago(7 * 24 * 60 * 60))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const goods = last && (await goodsFor(parts.db, vendor.name, { service, ...last }))
  return !goods || (await vendor.lookUp(goods)).is !== 'unavailable'
}
