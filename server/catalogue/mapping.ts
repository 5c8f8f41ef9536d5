import type { Service } from '../../shared/constants.ts'
import type { Database } from '../database/index.ts'
import type { Goods, VendorName } from '../vending/index.ts'

/** One product of ours in a vendor's own codes; undefined when the vendor does not sell it. */
export async function goodsFor(
  db: Database,
  vendor: VendorName,
  it: { service: Service; code: string; variation: string; beneficiary: string },
): Promise<Goods | undefined> {
  const row = await db.q
    .selectFrom('vendor_products')
    .select(['vendor_code', 'variations'])
    .where('vendor', '=', vendor)
    .where('service', '=', it.service)
    .where('code', '=', it.code)
    .executeTakeFirst()
  const variationCode = row?.variations[it.variation]
  if (!row || variationCode === undefined) return undefined
  return { service: it.service, productCode: row.vendor_code, variationCode, beneficiary: it.beneficiary }
}

/** The vendors that map a product, for the first choice and for failover. */
export async function vendorsFor(
  db: Database,
  it: { service: Service; code: string; variation: string },
): Promise<VendorName[]> {
  const rows = await db.q
    .selectFrom('vendor_products')
    .select(['vendor', 'variations'])
    .where('service', '=', it.service)
    .where('code', '=', it.code)
    .execute()
  return rows
    .filter((row) => row.variations[it.variation] !== undefined)
    .map((row) => row.vendor as VendorName)
}
