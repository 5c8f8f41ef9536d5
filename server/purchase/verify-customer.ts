import type { Vendor, VendorProduct } from '../vending/index.ts'
import type { Order } from './order.ts'

/**
 * A vendor's check of an order's customer before the order is sent there. `vendorToken`: the value from the lookup
 * that the purchase requires; null where it requires none. `not_found`: no customer, or a different one from
 * the order's. `empty`: our float there is below the order's amount.
 */
export type CustomerCheck =
  | { readonly type: 'known'; readonly vendorToken: string | null }
  | { readonly type: 'unavailable' }
  | { readonly type: 'not_found' }
  | { readonly type: 'empty' }

/**
 * Looks up the customer at a vendor that requires a lookup before each purchase; other vendors need none. A
 * token is valid for one purchase: the form's token may be old, or may have served another order for the
 * same number, whose delivery would then be mistaken for this order's. A vendor that cannot prove that a
 * purchase failed is also checked for a sufficient float.
 */
export async function verifyCustomer(
  vendor: Vendor,
  product: VendorProduct,
  order: Order,
): Promise<CustomerCheck> {
  if (!vendor.capabilities.provesFailure) {
    const floatKobo = await vendor.balance()
    if (floatKobo === null) return { type: 'unavailable' }
    if (floatKobo < order.amount_kobo) return { type: 'empty' }
  }
  if (!vendor.capabilities.requiresLookup.includes(order.service)) return { type: 'known', vendorToken: null }
  const match = await vendor.lookUp(product)
  if (match.type === 'unavailable') return { type: 'unavailable' }
  if (match.type === 'not_found' || !match.canVend) return { type: 'not_found' }
  return isWithinAmountLimits(order.amount_kobo, match) &&
    isSameCustomer(match.customerName, order.customer_snapshot.name)
    ? { type: 'known', vendorToken: match.vendorToken }
    : { type: 'not_found' }
}

export const isWithinAmountLimits = (
  amountKobo: bigint,
  { minKobo, maxKobo }: { minKobo: bigint | null; maxKobo: bigint | null },
): boolean => (minKobo === null || amountKobo >= minKobo) && (maxKobo === null || amountKobo <= maxKobo)

/** Vendors write the same name differently: in capitals, with the family name first, with dots. */
const wordsOf = (name: string): string =>
  name
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

/** An unknown name matches no customer. */
export const isSameCustomer = (one: string, other: string): boolean =>
  wordsOf(one) !== '' && wordsOf(one) === wordsOf(other)
