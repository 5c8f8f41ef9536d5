import type { Service } from '../../shared/constants.ts'
import { cleanProductName, type NetworkService, networkOf } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'

/** The vendor of every demo order. */
export const demoVendor = 'vtpass'

/** A product that the vendor sells, by our codes and the vendor's. */
export interface DemoProduct {
  readonly service: Service
  readonly code: string
  readonly variation: string
  readonly variationName: string | null
  readonly vendorProduct: string
  readonly vendorVariation: string
  /** Null when the buyer chooses the amount. */
  readonly priceKobo: bigint | null
}

/** Plans cheaper or dearer than these are left out. Kobo. */
const priceLimits = { min: 10_000n, max: 2_500_000n } as const

/** The vendor's catalogue; empty until it was fetched for the first time. */
export async function listDemoProducts(db: Database): Promise<DemoProduct[]> {
  const plans = await db.q
    .selectFrom('variations')
    .innerJoin('vendor_products', (join) =>
      join
        .onRef('vendor_products.vendor', '=', 'variations.vendor')
        .onRef('vendor_products.service', '=', 'variations.service')
        .onRef('vendor_products.code', '=', 'variations.code'),
    )
    .select(['variations.service', 'variations.code', 'variation', 'variations.name', 'price_kobo'])
    .select(['variations.vendor_code as plan_code', 'vendor_products.vendor_code as product_code'])
    .where('variations.vendor', '=', demoVendor)
    .where('on_sale', '=', true)
    .where('price_kobo', '>=', priceLimits.min)
    .where('price_kobo', '<=', priceLimits.max)
    // JAMB needs a profile, which this data does not have.
    .where('variations.code', '<>', 'jamb')
    .orderBy('variations.code')
    .orderBy('variations.position')
    .execute()
  const productsWithOpenAmount = await db.q
    .selectFrom('vendor_products')
    .select(['service', 'code', 'vendor_code'])
    .where('vendor', '=', demoVendor)
    .where('service', 'in', ['power', 'airtime'])
    .orderBy('code')
    .execute()
  if (plans.length === 0) return []
  return [
    ...productsWithOpenAmount.map(({ service, code, vendor_code }) => {
      const variation = service === 'power' ? 'prepaid' : ''
      return {
        service,
        code,
        variation,
        variationName: null,
        vendorProduct: vendor_code,
        vendorVariation: variation,
        priceKobo: null,
      }
    }),
    ...plans.map((plan) => ({
      service: plan.service,
      code: plan.code,
      variation: plan.variation,
      variationName: cleanProductName(plan.name, networkOf(plan.service as NetworkService, plan.code).name),
      vendorProduct: plan.product_code,
      vendorVariation: plan.plan_code,
      priceKobo: plan.price_kobo,
    })),
  ]
}
