import { amountLimitsOf, vendorProductFor, vendorsFor } from '../catalogue/index.ts'
import { attemptsOf, type Vendor, type VendorName, type VendorProduct } from '../vending/index.ts'
import type { PurchaseDeps } from './deps.ts'
import type { Order } from './order.ts'
import { isWithinAmountLimits, verifyCustomer } from './verify-customer.ts'

/** A vendor that may deliver an order, its product, and the vendor token from its customer lookup. */
export interface VendorCandidate {
  readonly vendor: Vendor
  readonly product: VendorProduct
  readonly vendorToken: string | null
}

/**
 * Failures on the vendor's side: our float there is empty, the product is down, it rejects our access, it
 * reversed the purchase, or it never received it. Another vendor may succeed. A failure of the purchase
 * itself (`rejected`: the number or the amount; `duplicate`) would repeat at the next vendor, and the
 * customer gets the refund sooner without another attempt.
 */
const vendorFaults = new Set(['float_empty', 'product_down', 'our_fault', 'reversed', 'never_received'])

/**
 * The next vendor for an order whose attempts are all proven failed. A vendor gets at most one attempt. It
 * sells the identical product for no more than the order's amount, is not paused, and where it requires a
 * customer lookup, it returns the same customer.
 * @returns undefined when the order must be refunded
 */
export async function nextVendor(deps: PurchaseDeps, order: Order): Promise<VendorCandidate | undefined> {
  const attempts = await attemptsOf(deps.db.q, order.id)
  if (
    !attempts.every((attempt) => attempt.state === 'failed' && vendorFaults.has(attempt.failure_reason ?? ''))
  )
    return undefined
  const triedVendors = new Set([order.vendor, ...attempts.map((attempt) => attempt.vendor)])
  for (const name of await vendorsFor(deps.db, order, order.vendor as VendorName)) {
    if (triedVendors.has(name)) continue
    const candidate = await candidateFor(deps, order, name)
    if (candidate) return candidate
  }
  return undefined
}

async function candidateFor(
  deps: PurchaseDeps,
  order: Order,
  name: VendorName,
): Promise<VendorCandidate | undefined> {
  const vendor = deps.vendors[name]
  if (!vendor?.capabilities.services.includes(order.service)) return undefined
  if (!(await deps.availability.isAvailable(name, order.service))) return undefined
  const product = await vendorProductFor(deps.db, name, order)
  if (!product || !(await acceptsAmount(deps, order, name, product))) return undefined
  const customerCheck = await verifyCustomer(vendor, product, order)
  return customerCheck.type === 'known'
    ? { vendor, product, vendorToken: customerCheck.vendorToken }
    : undefined
}

async function acceptsAmount(
  deps: PurchaseDeps,
  order: Order,
  name: VendorName,
  { priceKobo }: VendorProduct,
): Promise<boolean> {
  if (priceKobo !== undefined) return priceKobo * BigInt(order.quantity) <= order.amount_kobo
  return isWithinAmountLimits(
    order.amount_kobo,
    await amountLimitsOf(deps.db, name, order.service, order.code),
  )
}
