import type { Service } from '../../shared/constants.ts'
import type { Database } from '../database/index.ts'
import type { Goods, VendorName } from '../vending/index.ts'

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
  const variationCode =
    it.variation === '' ? null : (row.variations[it.variation] ?? (await listedCode(db, vendor, it)))
  if (variationCode === undefined) return undefined
  return {
    service: it.service,
    productCode: row.vendor_code,
    variationCode,
    beneficiary: it.beneficiary,
    quantity: it.quantity ?? 1,
  }
}

/** The vendor's code of a listed variation. One that left the list still serves the orders that were sold it. */
async function listedCode(db: Database, vendor: VendorName, it: Ware): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('variations')
    .select('vendor_code')
    .where('vendor', '=', vendor)
    .where('service', '=', it.service)
    .where('code', '=', it.code)
    .where('variation', '=', it.variation)
    .executeTakeFirst()
  return row?.vendor_code
}

/** The vendors that map a product, for the first choice and for failover. */
export async function vendorsFor(db: Database, it: Ware): Promise<VendorName[]> {
  const rows = await db.q
    .selectFrom('vendor_products')
    .select('vendor')
    .where('service', '=', it.service)
    .where('code', '=', it.code)
    .orderBy('vendor')
    .execute()
  const vendors = rows.map(({ vendor }) => vendor as VendorName)
  const goods = await Promise.all(vendors.map((vendor) => goodsFor(db, vendor, it)))
  return vendors.filter((_, at) => goods[at] !== undefined)
}
