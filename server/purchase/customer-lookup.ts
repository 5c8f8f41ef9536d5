import { sql } from 'kysely'
import type { ErrorCode } from '../../shared/errors.ts'
import type { ProductSelection } from '../catalogue/index.ts'
import type { VendorCustomer } from '../database/index.ts'
import { ApiError, type Caller, ipNetworkOf, type Limits } from '../http/index.ts'
import type { LookupResult, Vendor, VendorProduct } from '../vending/index.ts'
import type { ServiceDeps } from './service.ts'

/** A vendor's lookup result is reused for every caller within ten minutes. */
const lookupReuseSeconds = 10 * 60

/** The customer of a purchase. `id`: the row in `customer_lookups`; null without a vendor lookup. */
export interface CustomerLookup {
  readonly id: string | null
  readonly details: VendorCustomer
}

/**
 * Looks up the customer of a meter, smartcard or profile at the vendor, unless a recent result is stored.
 * @param unknown error code for a number that the vendor does not find, and the field of that number
 * @throws ApiError LOOKUP_UNAVAILABLE, TOO_MANY, and the code in `unknown`
 */
export async function lookUpCustomer(
  deps: ServiceDeps,
  { vendor, product }: { vendor: Vendor; product: VendorProduct },
  selection: ProductSelection,
  caller: Caller,
  unknown: { code: ErrorCode; field: string },
): Promise<CustomerLookup> {
  const { service, code, variation, beneficiary } = selection
  const key = { vendor: vendor.name, service, code, variation, beneficiary }
  const storedLookup = await deps.db.q
    .selectFrom('customer_lookups')
    .select(['id', 'result', sql<boolean>`expires_at > app_now()`.as('is_current')])
    .where((eb) => eb.and(key))
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (storedLookup?.is_current) return { id: storedLookup.id, details: storedLookup.result }

  if (!storedLookup) await limitEnumeration(deps.limits, selection, caller)
  await deps.limits.consume('lookup_client', caller.ip)
  await deps.limits.consume('lookup_number', beneficiary)
  await deps.limits.consume('lookup_everybody', caller.actor?.emailVerified ? `verified ${service}` : service)
  const result = await vendor.lookUp(product)
  if (result.type === 'not_found') throw new ApiError(unknown.code, { field: unknown.field })
  if (result.type === 'unavailable') throw new ApiError('LOOKUP_UNAVAILABLE')
  const details = detailsFrom(result)
  const { id } = await deps.db.q
    .insertInto('customer_lookups')
    .values({
      ...key,
      result: JSON.stringify(details),
      expires_at: sql<Date>`app_now() + make_interval(secs => ${lookupReuseSeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, details }
}

/**
 * Limits for a purchase that no client requests: a run of a schedule, or the automatic purchase of a deposit. Its
 * lookup counts for its number only, and not for the limits that customers share: many such purchases in one morning
 * would use up the lookups of guests. And lookups by other callers do not prevent its purchase.
 */
export const limitsForBackgroundPurchase = (limits: Limits): Limits => ({
  ...limits,
  consume: async (name, key, points) => {
    if (name === 'lookup_number') return limits.consume(name, key, points)
  },
})

/** Neighbouring numbers differ in this many last digits. */
const rangeDigits = 3

/** Counts the lookup of a number that no caller looked up for a day. @throws ApiError TOO_MANY */
async function limitEnumeration(
  limits: Limits,
  { service, beneficiary }: ProductSelection,
  caller: Caller,
): Promise<void> {
  const { actor, deviceIdHash, sessionHash, ip } = caller
  const browser = deviceIdHash ?? sessionHash
  const client = ipNetworkOf(ip)
  const limitKey = actor ? `user ${actor.userId}` : browser ? browser.toString('base64url') : client
  const range = `${service} ${beneficiary.slice(0, -rangeDigits)}`
  await limits.consume('lookup_person', limitKey)
  await limits.consume('lookup_range_pair', `${client} ${range}`)
  await limits.consume('lookup_range', range)
}

const detailsFrom = (result: Extract<LookupResult, { type: 'found' }>): VendorCustomer => ({
  name: result.customerName,
  number: result.customerNumber ?? null,
  address: result.address,
  minKobo: result.minKobo?.toString() ?? null,
  maxKobo: result.maxKobo?.toString() ?? null,
  arrearsKobo: result.arrearsKobo?.toString() ?? null,
  tariff: result.tariff,
  nairaPerKwh: result.nairaPerKwh,
  canVend: result.canVend,
  handle: result.vendorToken,
})

/** A customer without a vendor lookup: the account's name, or ''. */
export const customerWithoutLookup = (name: string): CustomerLookup => ({
  id: null,
  details: {
    name,
    address: null,
    minKobo: null,
    maxKobo: null,
    arrearsKobo: null,
    tariff: null,
    nairaPerKwh: null,
    canVend: true,
    handle: null,
  },
})
