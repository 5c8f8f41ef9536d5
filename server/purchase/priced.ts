import type { Service } from '../../shared/constants.ts'
import type { Ware } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import type { Caller } from '../http/index.ts'
import type { Vendor } from '../vending/index.ts'
import type { Order } from './order.ts'
import type { PurchaseParts } from './parts.ts'
import { type Quote, storeQuote } from './quote.ts'
import { unverified, type Verified } from './verification.ts'

/** What a lookup has worked out. Amounts in kobo. */
interface Priced
  extends Pick<Quote, 'variationName' | 'phone' | 'email' | 'amountKobo' | 'serviceChargeKobo'> {
  readonly ware: Ware
  readonly vendor: Vendor
  readonly customer: Verified
}

/** Stores a priced wish as its caller's order, pinned to the vendor that will deliver it. */
export async function storePriced(
  { db, settings }: PurchaseParts,
  caller: Caller,
  { ware, vendor, customer: { id, found }, ...priced }: Priced,
): Promise<Order> {
  return storeQuote(db, {
    ...ware,
    ...priced,
    cashbackKobo: cashbackOf(priced.amountKobo, await settings.get('cashback_basis_points')),
    session: caller.session,
    userId: caller.actor?.userId ?? null,
    vendor: vendor.name,
    customer: { ...found, firstTime: await isFirst(db, ware.service, ware.beneficiary) },
    verificationId: id,
  })
}

/** A part of the vend amount, rounded down to whole kobo. Source: decision D-031 */
export const cashbackOf = (amountKobo: bigint, basisPoints: number): bigint =>
  (amountKobo * BigInt(basisPoints)) / 10_000n

/** The customer of what is bought without looking anybody up: the account's name, '' for a guest. */
export async function accountHolder(db: Database, caller: Caller): Promise<Verified> {
  if (!caller.actor) return unverified('')
  const user = await db.q
    .selectFrom('users')
    .select('name')
    .where('id', '=', caller.actor.userId)
    .executeTakeFirst()
  return unverified(user?.name ?? '')
}

/** True when we never delivered to this number. */
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
