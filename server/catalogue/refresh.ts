import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { type Service, vendors as vendorNames } from '../../shared/constants.ts'
import type { Database, Tx } from '../database/index.ts'
import type { Offer, Vendor, VendorName, Vendors } from '../vending/index.ts'
import { isOlderThan, nameOfNetwork } from './networks.ts'
import { isMatched, type Listed, sameAs } from './same.ts'

export interface CatalogueParts {
  readonly db: Database
  readonly log: Logger
  readonly vendors: Vendors
}

/** A vendor's product whose list is asked for. */
interface Due {
  readonly vendor: VendorName
  readonly service: (typeof withVariations)[number]
  readonly code: string
  readonly vendor_code: string
}

const withVariations = ['cabletv', 'data', 'education'] as const satisfies readonly Service[]
/** Lists asked for at the same time. */
const atOnce = 4

/** Which lists to ask for: those older than so many seconds, of one vendor or of all. */
export interface Which {
  readonly olderThanSeconds?: number
  readonly vendor?: VendorName | undefined
}

/**
 * Asks the vendors what they sell, and for how much. A product whose vendor cannot be asked keeps its
 * last good list. The lists of one product are asked for one after the other, in the order of the
 * specifications, so that bouquets of several vendors get the first one's codes.
 */
export async function refreshCatalogue(parts: CatalogueParts, which: Which = {}): Promise<void> {
  const turn = pLimit(atOnce)
  const due = await dueLists(parts.db, which)
  const byProduct = Object.values(Object.groupBy(due, ({ service, code }) => `${service} ${code}`))
  const asked = (Object.values(parts.vendors) as Vendor[]).filter(
    ({ name }) => !which.vendor || name === which.vendor,
  )
  await Promise.all([
    ...byProduct.map((lists) =>
      turn(async () => {
        for (const product of lists ?? []) await refreshList(parts, product)
      }),
    ),
    ...asked.map((vendor) => turn(() => refreshBounds(parts, vendor))),
  ])
}

async function dueLists(db: Database, { olderThanSeconds = 0, vendor }: Which): Promise<Due[]> {
  const rows = await db.q
    .selectFrom('vendor_products')
    .select([
      sql<VendorName>`vendor`.as('vendor'),
      sql<Due['service']>`service`.as('service'),
      'code',
      'vendor_code',
    ])
    .where('service', 'in', [...withVariations])
    .where(isOlderThan(olderThanSeconds))
    .$if(vendor !== undefined, (it) => it.where('vendor', '=', vendor ?? ''))
    .execute()
  const placeOf = (it: Due) => vendorNames.indexOf(it.vendor)
  return rows.sort((one, other) => placeOf(one) - placeOf(other))
}

async function refreshList(parts: CatalogueParts, product: Due): Promise<void> {
  const vendor = parts.vendors[product.vendor]
  if (!vendor?.can.sells.includes(product.service)) return
  const listing = await vendor.list({ service: product.service, productCode: product.vendor_code })
  if (listing.is === 'unavailable' || listing.offers.length === 0) {
    const because = listing.is === 'unavailable' ? listing.because : 'empty'
    parts.log.warn(
      { vendor: product.vendor, product: product.code, because },
      'a price list could not be read: the last one serves',
    )
    return
  }
  await parts.db.inTransaction((tx) => keepList(tx, product, listing.offers))
}

/** Makes our list equal to the vendor's. What it no longer sells stays known, for the orders that were sold it. */
async function keepList(tx: Tx, product: Due, offers: readonly Offer[]): Promise<void> {
  const key = { vendor: product.vendor, service: product.service, code: product.code }
  // One list of a product at a time: each sees the codes that the others have.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`list ${key.service} ${key.code}`}, 2))`.execute(
    tx,
  )
  await tx
    .updateTable('vendor_products')
    .set({ listed_at: sql<Date>`business_now()` })
    .where((it) => it.and(key))
    .execute()
  const known = await tx
    .selectFrom('variations')
    .select(['vendor', 'vendor_code', 'variation', 'name', 'price_kobo as priceKobo', 'on_sale'])
    .where('service', '=', product.service)
    .where('code', '=', product.code)
    .execute()
  const distinct = [...new Map(offers.map((offer) => [offer.vendorCode, offer])).values()]
  const codeOf = codesFor(product, known, distinct)
  const rows = distinct.map((offer, position) => ({
    ...key,
    variation: codeOf(offer),
    vendor_code: offer.vendorCode,
    name: offer.name,
    price_kobo: offer.priceKobo,
    position,
    on_sale: true,
  }))
  await tx
    .updateTable('variations')
    .set({ on_sale: false })
    .where((it) => it.and(key))
    .execute()
  await tx
    .insertInto('variations')
    .values(rows)
    .onConflict((it) =>
      it.columns(['vendor', 'service', 'code', 'variation']).doUpdateSet((to) => ({
        name: to.ref('excluded.name'),
        price_kobo: to.ref('excluded.price_kobo'),
        position: to.ref('excluded.position'),
        on_sale: to.ref('excluded.on_sale'),
      })),
    )
    .execute()
}

interface Known extends Listed {
  readonly vendor: string
  readonly vendor_code: string
  readonly variation: string
  readonly on_sale: boolean
}

/**
 * Our code of each offer: the one it has; that of the same bouquet at another vendor (see `same.ts`); or
 * a new one, which no other of its product has at any vendor.
 */
function codesFor(
  { vendor, service, code }: Due,
  known: readonly Known[],
  offers: readonly Offer[],
): (offer: Offer) => string {
  const own = known.filter((it) => it.vendor === vendor)
  const codes = new Map(own.map((it) => [it.vendor_code, it.variation]))
  const held = new Set(own.map((it) => it.variation))
  const taken = new Set(known.map((it) => it.variation))
  const network = nameOfNetwork(service, code)
  const elsewhere = known.filter((it) => it.vendor !== vendor && it.on_sale && !held.has(it.variation))
  const matched = (offer: Offer): string | undefined => {
    if (!isMatched(service) || sameAs(offer, offers, network).length > 1) return undefined
    const same = new Set(sameAs(offer, elsewhere, network).map((it) => it.variation))
    return same.size === 1 ? [...same][0] : undefined
  }
  return (offer) => codes.get(offer.vendorCode) ?? matched(offer) ?? mint(offer.vendorCode, taken)
}

/** A code of our own for a variation seen for the first time. */
function mint(vendorCode: string, taken: Set<string>): string {
  const plain =
    vendorCode
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'plan'
  let code = plain
  for (let next = 2; taken.has(code); next++) code = `${plain}-${next}`
  taken.add(code)
  return code
}

/** What a vendor takes of airtime, whose amount the customer chooses. */
async function refreshBounds(parts: CatalogueParts, vendor: Vendor): Promise<void> {
  if (!vendor.can.sells.includes('airtime')) return
  const bounds = await vendor.bounds('airtime')
  for (const [productCode, { minKobo, maxKobo }] of bounds ?? []) {
    await parts.db.q
      .updateTable('vendor_products')
      .set({ min_kobo: minKobo, max_kobo: maxKobo })
      .where('vendor', '=', vendor.name)
      .where('service', '=', 'airtime')
      .where('vendor_code', '=', productCode)
      .execute()
  }
}
