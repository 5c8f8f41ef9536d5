import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Service } from '../../shared/constants.ts'
import type { Database, Tx } from '../database/index.ts'
import type { Offer, Vendor, VendorName, Vendors } from '../vending/index.ts'

export interface CatalogueParts {
  readonly db: Database
  readonly log: Logger
  readonly vendors: Vendors
}

/** A vendor's product whose list is asked for. */
interface Listed {
  readonly vendor: VendorName
  readonly service: Service
  readonly code: string
  readonly vendor_code: string
}

const withVariations = ['cabletv', 'data', 'education'] as const satisfies readonly Service[]
/** Lists asked for at the same time. */
const atOnce = 4

/**
 * Asks every vendor what it sells, and for how much. A product whose vendor cannot be asked keeps its
 * last good list.
 * @param olderThanSeconds leaves out the lists that were stated since
 */
export async function refreshCatalogue(parts: CatalogueParts, olderThanSeconds = 0): Promise<void> {
  const turn = pLimit(atOnce)
  const due = await dueLists(parts.db, olderThanSeconds)
  await Promise.all([
    ...due.map((product) => turn(() => refreshList(parts, product))),
    ...(Object.values(parts.vendors) as Vendor[]).map((vendor) => turn(() => refreshBounds(parts, vendor))),
  ])
}

const dueLists = (db: Database, olderThanSeconds: number): Promise<Listed[]> =>
  db.q
    .selectFrom('vendor_products')
    .select([sql<VendorName>`vendor`.as('vendor'), 'service', 'code', 'vendor_code'])
    .where('service', 'in', [...withVariations])
    .where((it) =>
      it.or([
        it('listed_at', 'is', null),
        it('listed_at', '<=', sql<Date>`business_now() - make_interval(secs => ${olderThanSeconds})`),
      ]),
    )
    .execute()

async function refreshList(parts: CatalogueParts, product: Listed): Promise<void> {
  const vendor = parts.vendors[product.vendor]
  if (!vendor?.can.sells.includes(product.service)) return
  const listing = await vendor.list(product.vendor_code)
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
async function keepList(tx: Tx, product: Listed, offers: readonly Offer[]): Promise<void> {
  const key = { vendor: product.vendor, service: product.service, code: product.code }
  await tx
    .updateTable('vendor_products')
    .set({ listed_at: sql<Date>`business_now()` })
    .where((it) => it.and(key))
    .execute()
  const known = await tx
    .selectFrom('variations')
    .select(['vendor', 'vendor_code', 'variation'])
    .where('service', '=', product.service)
    .where('code', '=', product.code)
    .execute()
  const codes = new Map(
    known.filter((it) => it.vendor === product.vendor).map((it) => [it.vendor_code, it.variation]),
  )
  const taken = new Set(known.map((it) => it.variation))
  const distinct = [...new Map(offers.map((offer) => [offer.vendorCode, offer])).values()]
  const rows = distinct.map((offer, position) => ({
    ...key,
    variation: codes.get(offer.vendorCode) ?? mint(offer.vendorCode, taken),
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

/** A code of our own for a variation seen for the first time: no other of its product has it, at any vendor. */
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
