import type { Service } from '../../shared/constants.ts'
import type { ProductSelection } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import type { Caller } from '../http/index.ts'
import { setCurrentOrder } from '../telemetry/index.ts'
import type { Vendor } from '../vending/index.ts'
import type { PurchaseDeps } from './deps.ts'
import type { Order } from './order.ts'
import { type Quote, storeQuote } from './quote.ts'
import { unverifiedCustomer, type VerifiedCustomer } from './verification.ts'

/** A product selection priced by a lookup. Amounts in kobo. */
interface PricedSelection
  extends Pick<Quote, 'variationName' | 'phone' | 'email' | 'amountKobo' | 'serviceChargeKobo'> {
  readonly selection: ProductSelection
  readonly vendor: Vendor
  readonly customer: VerifiedCustomer
}

/** Stores a priced selection as its caller's order, pinned to the vendor that will deliver it. */
export async function createOrder(
  { db, settings }: PurchaseDeps,
  caller: Caller,
  { selection, vendor, customer: { id, details }, ...priced }: PricedSelection,
): Promise<Order> {
  const order = await storeQuote(db, {
    ...selection,
    ...priced,
    cashbackKobo: cashbackOf(priced.amountKobo, await settings.get('cashback_basis_points')),
    session: caller.sessionHash,
    userId: caller.actor?.userId ?? null,
    vendor: vendor.name,
    customer: { ...details, firstTime: await isFirst(db, selection.service, selection.beneficiary) },
    verificationId: id,
  })
  setCurrentOrder(order)
  return order
}

/** The cashback on a vend amount, rounded down to whole kobo. Source: ruling D-031 */
export const cashbackOf = (amountKobo: bigint, basisPoints: number): bigint =>
  (amountKobo * BigInt(basisPoints)) / 10_000n

/** The customer of a purchase without a vendor lookup: the account's name, '' for a guest. */
export async function accountHolder(db: Database, caller: Caller): Promise<VerifiedCustomer> {
  if (!caller.actor) return unverifiedCustomer('')
  const user = await db.q
    .selectFrom('users')
    .select('name')
    .where('id', '=', caller.actor.userId)
    .executeTakeFirst()
  return unverifiedCustomer(user?.name ?? '')
}

/** True when no order for this number was ever delivered. */
async function isFirst(db: Database, service: Service, beneficiary: string): Promise<boolean> {
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
