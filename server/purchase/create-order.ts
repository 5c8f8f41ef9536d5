import type { Service } from '../../shared/constants.ts'
import type { ProductSelection } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import type { Caller } from '../http/index.ts'
import { setCurrentOrder } from '../telemetry/index.ts'
import type { Vendor } from '../vending/index.ts'
import { type CustomerLookup, customerWithoutLookup } from './customer-lookup.ts'
import type { Order } from './order.ts'
import { type Quote, storeQuote } from './quote.ts'
import type { ServiceDeps } from './service.ts'

/** A product selection priced by a lookup. Amounts in kobo. */
interface PricedSelection
  extends Pick<Quote, 'variationName' | 'phone' | 'email' | 'amountKobo' | 'serviceChargeKobo'> {
  readonly selection: ProductSelection
  readonly vendor: Vendor
  readonly customer: CustomerLookup
}

/**
 * Stores a priced selection as its caller's order, or returns the caller's identical unpaid order of the last half
 * hour. The order names the vendor to try first; after a proven failure another vendor may deliver it.
 * @throws ApiError TOO_MANY
 */
export async function createOrder(
  { db, settings, limits }: Pick<ServiceDeps, 'db' | 'settings' | 'limits'>,
  caller: Caller,
  { selection, vendor, customer: { id, details }, ...priced }: PricedSelection,
): Promise<Order> {
  // Bulk purchases, schedules and automatic purchases have no client IP address.
  if (caller.ip) await limits.consume('quote_client', caller.ip)
  const order = await storeQuote(db, {
    ...selection,
    ...priced,
    cashbackKobo: cashbackOf(priced.amountKobo, await settings.get('cashback_basis_points')),
    session: caller.sessionHash,
    userId: caller.actor?.userId ?? null,
    vendor: vendor.name,
    customer: { ...details, firstTime: await isFirstForNumber(db, selection.service, selection.beneficiary) },
    customerLookupId: id,
  })
  setCurrentOrder(order)
  return order
}

/** The cashback on a vend amount, rounded down to whole kobo. Source: ruling D-031 */
export const cashbackOf = (amountKobo: bigint, basisPoints: number): bigint =>
  (amountKobo * BigInt(basisPoints)) / 10_000n

/** The customer of a purchase without a vendor lookup: the account's name, '' for a guest. */
export async function getCustomerFromAccount(db: Database, caller: Caller): Promise<CustomerLookup> {
  if (!caller.actor) return customerWithoutLookup('')
  const user = await db.q
    .selectFrom('users')
    .select('name')
    .where('id', '=', caller.actor.userId)
    .executeTakeFirst()
  return customerWithoutLookup(user?.name ?? '')
}

/** True when no order for this number was ever delivered. */
async function isFirstForNumber(db: Database, service: Service, beneficiary: string): Promise<boolean> {
  const earlier = await db.q
    .selectFrom('orders')
    .select('id')
    .where('service', '=', service)
    .where('beneficiary', '=', beneficiary)
    .where('state', '=', 'delivered')
    .limit(1)
    .executeTakeFirst()
  return !earlier
}
