import { boundsOf, goodsFor, vendorsFor } from '../catalogue/index.ts'
import { attemptsOf, type Goods, type Vendor, type VendorName } from '../vending/index.ts'
import { introduce, isWithin } from './introduce.ts'
import type { Order } from './order.ts'
import type { PurchaseParts } from './parts.ts'

/** Who may deliver an order, what it is in their words, and what their lookup gave for it. */
export interface Seller {
  readonly vendor: Vendor
  readonly goods: Goods
  readonly handle: string | null
}

/**
 * Failures that are the vendor's own: our float there is empty, the product is down, it does not let us
 * in, it took the purchase back, or it never received it. Another vendor may do better. Whatever is said of
 * the purchase itself (`rejected`: the number, the amount; `duplicate`) would be said by the next one too,
 * and the customer has their money back sooner.
 */
const vendorsOwn = new Set(['float_empty', 'product_down', 'our_fault', 'reversed', 'never_received'])

/**
 * The next vendor for an order whose tries are all proven failed. Each is tried once at most; it sells the
 * very same product for no more than the order's amount, is not paused, and where it must look the customer
 * up, it names the same one.
 * @returns undefined when the money must go back
 */
export async function nextSeller(parts: PurchaseParts, order: Order): Promise<Seller | undefined> {
  const attempts = await attemptsOf(parts.db.q, order.id)
  if (!attempts.every((it) => it.state === 'failed' && vendorsOwn.has(it.because ?? ''))) return undefined
  const tried = new Set([order.vendor, ...attempts.map((it) => it.vendor)])
  for (const name of await vendorsFor(parts.db, order, order.vendor as VendorName)) {
    if (tried.has(name)) continue
    const seller = await sellerOf(parts, order, name)
    if (seller) return seller
  }
  return undefined
}

async function sellerOf(parts: PurchaseParts, order: Order, name: VendorName): Promise<Seller | undefined> {
  const vendor = parts.vendors[name]
  if (!vendor?.can.sells.includes(order.service)) return undefined
  if (!(await parts.selling.mayVend(name, order.service))) return undefined
  const goods = await goodsFor(parts.db, name, order)
  if (!goods || !(await takesAmount(parts, order, name, goods))) return undefined
  const introduced = await introduce(vendor, goods, order)
  return introduced.is === 'known' ? { vendor, goods, handle: introduced.handle } : undefined
}

async function takesAmount(
  parts: PurchaseParts,
  order: Order,
  name: VendorName,
  { priceKobo }: Goods,
): Promise<boolean> {
  if (priceKobo !== undefined) return priceKobo * BigInt(order.quantity) <= order.amount_kobo
  return isWithin(order.amount_kobo, await boundsOf(parts.db, name, order.service, order.code))
}
