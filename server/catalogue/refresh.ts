import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { type Service, vendors as vendorNames } from '../../shared/constants.ts'
import type { Database, Tx } from '../database/index.ts'
import { allServiceData } from '../service-data/index.ts'
import {
  configuredVendors,
  type PriceListEntry,
  type Vendor,
  type VendorName,
  type Vendors,
} from '../vending/index.ts'
import { isMatchable, type ListedProduct, matchingProducts } from './match-products.ts'
import { isOlderThan, nameOfNetwork } from './networks.ts'

export interface CatalogueDeps {
  readonly db: Database
  readonly log: Logger
  readonly vendors: Vendors
}

/** A vendor's product whose list is due for a refresh. */
interface DueList {
  readonly vendor: VendorName
  readonly service: Service
  readonly code: string
  readonly vendor_code: string
}

const servicesWithVariations = allServiceData.filter((data) => data.hasVariations).map(({ id }) => id)
/** Lists that are fetched concurrently. */
const concurrency = 4

/** Which lists to refresh: those older than `olderThanSeconds`, of one vendor or of all. */
export interface RefreshFilter {
  readonly olderThanSeconds?: number
  readonly vendor?: VendorName | undefined
}

/**
 * Fetches the vendors' products and prices. A product whose vendor does not respond keeps its last good list.
 * The lists of one product are fetched one after the other, in the order of the specifications, so that
 * bouquets of several vendors get the first vendor's codes.
 */
export async function refreshCatalogue(deps: CatalogueDeps, filter: RefreshFilter = {}): Promise<void> {
  const limit = pLimit(concurrency)
  const outdatedLists = await dueLists(deps.db, filter)
  const byProduct = Object.values(Object.groupBy(outdatedLists, ({ service, code }) => `${service} ${code}`))
  const refreshedVendors = configuredVendors(deps.vendors).filter(
    ({ name }) => !filter.vendor || name === filter.vendor,
  )
  await Promise.all([
    ...byProduct.map((lists) =>
      limit(async () => {
        for (const product of lists ?? []) await refreshList(deps, product)
      }),
    ),
    ...refreshedVendors.map((vendor) => limit(() => refreshBounds(deps, vendor))),
  ])
}

async function dueLists(db: Database, { olderThanSeconds = 0, vendor }: RefreshFilter): Promise<DueList[]> {
  const rows = await db.q
    .selectFrom('vendor_products')
    .select([
      sql<VendorName>`vendor`.as('vendor'),
      sql<DueList['service']>`service`.as('service'),
      'code',
      'vendor_code',
    ])
    .where('service', 'in', servicesWithVariations)
    .where(isOlderThan(olderThanSeconds))
    .$if(vendor !== undefined, (qb) => qb.where('vendor', '=', vendor ?? ''))
    .execute()
  const positionOf = (list: DueList) => vendorNames.indexOf(list.vendor)
  return rows.sort((one, other) => positionOf(one) - positionOf(other))
}

async function refreshList(deps: CatalogueDeps, product: DueList): Promise<void> {
  const vendor = deps.vendors[product.vendor]
  if (!vendor?.capabilities.services.includes(product.service)) return
  const priceList = await vendor.list({ service: product.service, productCode: product.vendor_code })
  if (priceList.type === 'unavailable' || priceList.entries.length === 0) {
    const reason = priceList.type === 'unavailable' ? priceList.reason : 'empty'
    deps.log.warn(
      { vendor: product.vendor, product: product.code, reason },
      'a price list could not be fetched: the last one stays in use',
    )
    return
  }
  await deps.db.inTransaction((tx) => saveList(tx, product, priceList.entries))
}

/** Replaces our list with the vendor's. Delisted variations stay stored, for the orders that contain them. */
async function saveList(tx: Tx, product: DueList, entries: readonly PriceListEntry[]): Promise<void> {
  const key = { vendor: product.vendor, service: product.service, code: product.code }
  // The lists of a product are saved one at a time: each sees the codes of the others.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`list ${key.service} ${key.code}`}, 2))`.execute(
    tx,
  )
  await tx
    .updateTable('vendor_products')
    .set({ listed_at: sql<Date>`app_now()` })
    .where((eb) => eb.and(key))
    .execute()
  const storedVariations = await tx
    .selectFrom('variations')
    .select(['vendor', 'vendor_code', 'variation', 'name', 'price_kobo as priceKobo', 'on_sale'])
    .where('service', '=', product.service)
    .where('code', '=', product.code)
    .execute()
  const distinct = [...new Map(entries.map((entry) => [entry.vendorCode, entry])).values()]
  const codeOf = codesFor(product, storedVariations, distinct)
  const rows = distinct.map((entry, position) => ({
    ...key,
    variation: codeOf(entry),
    vendor_code: entry.vendorCode,
    name: entry.name,
    price_kobo: entry.priceKobo,
    position,
    on_sale: true,
  }))
  await tx
    .updateTable('variations')
    .set({ on_sale: false })
    .where((eb) => eb.and(key))
    .execute()
  await tx
    .insertInto('variations')
    .values(rows)
    .onConflict((eb) =>
      eb.columns(['vendor', 'service', 'code', 'variation']).doUpdateSet((to) => ({
        name: to.ref('excluded.name'),
        price_kobo: to.ref('excluded.price_kobo'),
        position: to.ref('excluded.position'),
        on_sale: to.ref('excluded.on_sale'),
      })),
    )
    .execute()
}

interface StoredVariation extends ListedProduct {
  readonly vendor: string
  readonly vendor_code: string
  readonly variation: string
  readonly on_sale: boolean
}

/**
 * Our code of each price list entry: its stored one; that of the same bouquet at another vendor (see
 * `match-products.ts`); or a new one, which no variation of the product has at any vendor.
 */
function codesFor(
  { vendor, service, code }: DueList,
  storedVariations: readonly StoredVariation[],
  entries: readonly PriceListEntry[],
): (entry: PriceListEntry) => string {
  const ownVariations = storedVariations.filter((variation) => variation.vendor === vendor)
  const codes = new Map(ownVariations.map((variation) => [variation.vendor_code, variation.variation]))
  const ownCodes = new Set(ownVariations.map((variation) => variation.variation))
  const usedCodes = new Set(storedVariations.map((variation) => variation.variation))
  const network = nameOfNetwork(service, code)
  const otherVendors = storedVariations.filter(
    (variation) => variation.vendor !== vendor && variation.on_sale && !ownCodes.has(variation.variation),
  )
  const matchedCode = (entry: PriceListEntry): string | undefined => {
    if (!isMatchable(service) || matchingProducts(entry, entries, network).length > 1) return undefined
    const same = new Set(
      matchingProducts(entry, otherVendors, network).map((variation) => variation.variation),
    )
    return same.size === 1 ? [...same][0] : undefined
  }
  return (entry) => codes.get(entry.vendorCode) ?? matchedCode(entry) ?? newCode(entry.vendorCode, usedCodes)
}

/** A code for a new variation. */
function newCode(vendorCode: string, usedCodes: Set<string>): string {
  const plain =
    vendorCode
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'plan'
  let code = plain
  for (let next = 2; usedCodes.has(code); next++) code = `${plain}-${next}`
  usedCodes.add(code)
  return code
}

/** Refreshes a vendor's limits for airtime, whose amount the customer chooses. */
async function refreshBounds(deps: CatalogueDeps, vendor: Vendor): Promise<void> {
  if (!vendor.capabilities.services.includes('airtime')) return
  const amountLimits = await vendor.amountLimits('airtime')
  for (const [productCode, { minKobo, maxKobo }] of amountLimits ?? []) {
    await deps.db.q
      .updateTable('vendor_products')
      .set({ min_kobo: minKobo, max_kobo: maxKobo })
      .where('vendor', '=', vendor.name)
      .where('service', '=', 'airtime')
      .where('vendor_code', '=', productCode)
      .execute()
  }
}
