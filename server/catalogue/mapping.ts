import type { Selectable } from 'kysely'
import { meterTypes, type Service, vendors } from '../../shared/constants.ts'
import { cachedRead, type Database, type Tables } from '../database/index.ts'
import type { VendorName, VendorProduct } from '../vending/index.ts'
import { matchingProducts } from './match-products.ts'
import { nameOfNetwork } from './networks.ts'

type VendorProductRow = Selectable<Tables['vendor_products']>

/** A product by our codes: its variation ('' where there are none), and its beneficiary. */
export interface ProductSelection {
  readonly service: Service
  readonly code: string
  readonly variation: string
  readonly beneficiary: string
  readonly quantity?: number
}

/** Every process sees a change made by another one within this time. */
const cacheTtlMs = 250

/** Each order reads its vendor's codes, of a table that changes with a release or a refresh of prices. */
const cachedProducts = new WeakMap<Database, ReturnType<typeof cachedRead<VendorProductRow[]>>>()

function vendorProducts(db: Database): Promise<VendorProductRow[]> {
  const cachedRows =
    cachedProducts.get(db) ??
    cachedRead(cacheTtlMs, () => db.q.selectFrom('vendor_products').selectAll().execute())
  cachedProducts.set(db, cachedRows)
  return cachedRows.get()
}

/** A selection in a vendor's own codes; undefined when the vendor does not sell it. */
export async function vendorProductFor(
  db: Database,
  vendor: VendorName,
  selection: ProductSelection,
): Promise<VendorProduct | undefined> {
  const row = (await vendorProducts(db)).find(
    (product) =>
      product.vendor === vendor && product.service === selection.service && product.code === selection.code,
  )
  if (!row) return undefined
  const product = {
    service: selection.service,
    productCode: row.vendor_code,
    beneficiary: selection.beneficiary,
    quantity: selection.quantity ?? 1,
  }
  if (selection.variation === '') return { ...product, variationCode: null }
  const seededCode = row.variations[selection.variation]
  if (seededCode !== undefined) {
    const meterType = meterTypes.find((type) => type === selection.variation)
    return { ...product, variationCode: seededCode, ...(meterType && { meterType }) }
  }
  const listedVariation = (await pricedVariations(db, selection)).find((priced) => priced.vendor === vendor)
  return (
    listedVariation && {
      ...product,
      variationCode: listedVariation.vendor_code,
      priceKobo: listedVariation.priceKobo,
    }
  )
}

/**
 * The vendors that sell a selection, in the order of the specifications. Bouquets, plans and examinations
 * must be on sale there now.
 * @param soldBy the vendor that priced it: limits the result to vendors of the identical product, which may
 * deliver in its place. A listed product must have the same name (see `plainName`) and price there. The
 * customer chooses the amount of electricity and airtime.
 */
export async function vendorsFor(
  db: Database,
  selection: ProductSelection,
  soldBy?: VendorName,
): Promise<VendorName[]> {
  const rows = await db.q
    .selectFrom('vendor_products')
    .select(['vendor', 'variations'])
    .where('service', '=', selection.service)
    .where('code', '=', selection.code)
    .execute()
  const onSale = (await pricedVariations(db, selection)).filter(({ on_sale }) => on_sale)
  const first = onSale.find(({ vendor }) => vendor === soldBy)
  const sellsSelection = ({ vendor, variations }: (typeof rows)[number]) => {
    if (selection.variation === '' || variations[selection.variation] !== undefined) return true
    const match = onSale.find((priced) => priced.vendor === vendor)
    if (!match || soldBy === undefined) return match !== undefined
    return (
      first !== undefined &&
      matchingProducts(first, [match], nameOfNetwork(selection.service, selection.code)).length > 0
    )
  }
  const vendorNames = new Set(rows.filter(sellsSelection).map(({ vendor }) => vendor))
  return vendors.filter((vendor) => vendorNames.has(vendor))
}

/** A variation at every vendor that ever listed it. A delisted one still serves earlier orders. */
const pricedVariations = (db: Database, selection: ProductSelection) =>
  db.q
    .selectFrom('variations')
    .select(['vendor', 'vendor_code', 'name', 'price_kobo as priceKobo', 'on_sale'])
    .where('service', '=', selection.service)
    .where('code', '=', selection.code)
    .where('variation', '=', selection.variation)
    .execute()
