import type { Goods, Vendor } from '../vending/index.ts'
import type { Order } from './order.ts'

/**
 * What a vendor says of an order's customer before it is sent there. `handle` is what its lookup gave for
 * the purchase; null where it needs none. `stranger`: nobody, or somebody else than the order was priced for.
 * `empty`: our float there is less than the order.
 */
export type Introduced =
  | { readonly is: 'known'; readonly handle: string | null }
  | { readonly is: 'unavailable' }
  | { readonly is: 'stranger' }
  | { readonly is: 'empty' }

/**
 * Asks a vendor that must look the customer up before each purchase; any other needs no introduction. Its
 * handle is good for one: that of the form may be old, or may have served another order for the same
 * number, whose delivery would then be taken for this one's. One that could never prove that a purchase failed
 * is asked besides whether our float there is enough for it.
 */
export async function introduce(vendor: Vendor, goods: Goods, order: Order): Promise<Introduced> {
  if (!vendor.can.proveFailure) {
    const floatKobo = await vendor.balance()
    if (floatKobo === null) return { is: 'unavailable' }
    if (floatKobo < order.amount_kobo) return { is: 'empty' }
  }
  if (!vendor.can.mustLookUp.includes(order.service)) return { is: 'known', handle: null }
  const found = await vendor.lookUp(goods)
  if (found.is === 'unavailable') return { is: 'unavailable' }
  if (found.is === 'not_found' || !found.canVend) return { is: 'stranger' }
  return isWithin(order.amount_kobo, found) && isSamePerson(found.customerName, order.customer.name)
    ? { is: 'known', handle: found.handle }
    : { is: 'stranger' }
}

export const isWithin = (
  amountKobo: bigint,
  { minKobo, maxKobo }: { minKobo: bigint | null; maxKobo: bigint | null },
): boolean => (minKobo === null || amountKobo >= minKobo) && (maxKobo === null || amountKobo <= maxKobo)

/** Vendors write one name each in their own way: in capitals, with the family name first, with dots. */
const wordsOf = (name: string): string =>
  name
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

/** A name that nobody said is nobody's. */
export const isSamePerson = (one: string, other: string): boolean =>
  wordsOf(one) !== '' && wordsOf(one) === wordsOf(other)
