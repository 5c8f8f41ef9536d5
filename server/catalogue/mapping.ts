import { meterTypes, type Service, vendors } from '../../shared/constants.ts'
import type { Database } from '../database/index.ts'
import type { Goods, VendorName } from '../vending/index.ts'
import { nameOfNetwork } from './networks.ts'
import { sameAs } from './same.ts'

/** One thing of ours to sell: a product, which kind of it ('' where there are none), and for whom. */
export interface Ware {
  readonly service: Service
  readonly code: string
  readonly variation: string
  readonly beneficiary: string
  readonly quantity?: number
}

/** One product of ours in a vendor's own codes; undefined when the vendor does not sell it. */
export async function goodsFor(db: Database, vendor: VendorName, it: Ware): Promise<Goods | undefined> {
  const row = await db.q
    .selectFrom('vendor_products')
    .select(['vendor_code', 'variations'])
    .where('vendor', '=', vendor)
    .where('service', '=', it.service)
    .where('code', '=', it.code)
    .executeTakeFirst()
  if (!row) return undefined
  const goods = {
    service: it.service,
    productCode: row.vendor_code,
    beneficiary: it.beneficiary,
    quantity: it.quantity ?? 1,
  }
  if (it.variation === '') return { ...goods, variationCode: null }
  const seeded = row.variations[it.variation]
  if (seeded !== undefined) {
    const meterType = meterTypes.find((type) => type === it.variation)
    return { ...goods, variationCode: seeded, ...(meterType && { meterType }) }
  }
  const listed = (await listings(db, it)).find((listing) => listing.vendor === vendor)
  return listed && { ...goods, variationCode: listed.vendor_code, priceKobo: listed.priceKobo }
}

/**
 * The vendors that sell one thing of ours, in the order of the specifications. Bouquets, plans and
 * examinations are on sale there now.
 * @param soldBy the vendor that priced it: leaves those that sell the very same, who may deliver in its
 * place. What is listed must say the same name (see `plainName`) and the same price there; what an
 * order of electricity or airtime costs is the customer's own choice.
 */
export async function vendorsFor(db: Database, it: Ware, soldBy?: VendorName): Promise<VendorName[]> {
  const rows = await db.q
    .selectFrom('vendor_products')
    .select(['vendor', 'variations'])
    .where('service', '=', it.service)
    .where('code', '=', it.code)
    .execute()
  const onSale = (await listings(db, it)).filter(({ on_sale }) => on_sale)
  const first = onSale.find(({ vendor }) => vendor === soldBy)
  const sells = ({ vendor, variations }: (typeof rows)[number]) => {
    if (it.variation === '' || variations[it.variation] !== undefined) return true
    const there = onSale.find((listing) => listing.vendor === vendor)
    if (!there || soldBy === undefined) return there !== undefined
    return first !== undefined && sameAs(first, [there], nameOfNetwork(it.service, it.code)).length > 0
  }
  const selling = new Set(rows.filter(sells).map(({ vendor }) => vendor))
  return vendors.filter((vendor) => selling.has(vendor))
}

/** One variation of ours at every vendor that ever listed it. One that left a list still serves the orders that were sold it. */
const listings = (db: Database, it: Ware) =>
  db.q
    .selectFrom('variations')
    .select(['vendor', 'vendor_code', 'name', 'price_kobo as priceKobo', 'on_sale'])
    .where('service', '=', it.service)
    .where('code', '=', it.code)
    .where('variation', '=', it.variation)
    .execute()
