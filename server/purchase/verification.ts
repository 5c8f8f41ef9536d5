import { sql } from 'kysely'
import type { ErrorCode } from '../../shared/errors.ts'
import type { Ware } from '../catalogue/index.ts'
import type { FoundCustomer } from '../database/index.ts'
import { type Caller, Refused } from '../http/index.ts'
import type { Goods, LookupResult, Vendor } from '../vending/index.ts'
import type { ServiceParts } from './service.ts'

/** A vendor's answer about a number serves everybody who asks within ten minutes. */
const verificationSeconds = 10 * 60

export interface Verified {
  readonly id: string | null
  readonly found: FoundCustomer
}

/**
 * Asks the vendor whose meter, smartcard or profile it is, unless it was just asked.
 * @param unknown the refusal of a number that the vendor does not know, and the field it stands in
 * @throws Refused LOOKUP_UNAVAILABLE, TOO_MANY, and what `unknown` names
 */
export async function verify(
  parts: ServiceParts,
  { vendor, goods }: { vendor: Vendor; goods: Goods },
  ware: Ware,
  caller: Caller,
  unknown: { code: ErrorCode; field: string },
): Promise<Verified> {
  const { service, code, variation, beneficiary } = ware
  const key = { vendor: vendor.name, service, code, variation, beneficiary }
  const kept = await parts.db.q
    .selectFrom('verifications')
    .select(['id', 'found'])
    .where((it) => it.and(key))
    .where('stale_at', '>', sql<Date>`business_now()`)
    .orderBy('stale_at', 'desc')
    .executeTakeFirst()
  if (kept) return kept

  await parts.limits.spend('lookup_client', caller.client)
  await parts.limits.spend('lookup_number', beneficiary)
  await parts.limits.spend('lookup_everybody', service)
  const result = await vendor.lookUp(goods)
  if (result.is === 'not_found') throw new Refused(unknown.code, { field: unknown.field })
  if (result.is === 'unavailable') throw new Refused('LOOKUP_UNAVAILABLE')
  const found = foundFrom(result)
  const { id } = await parts.db.q
    .insertInto('verifications')
    .values({
      ...key,
      found: JSON.stringify(found),
      stale_at: sql<Date>`business_now() + make_interval(secs => ${verificationSeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, found }
}

const foundFrom = (result: Extract<LookupResult, { is: 'found' }>): FoundCustomer => ({
  name: result.customerName,
  number: result.customerNumber ?? null,
  address: result.address,
  minKobo: result.minKobo?.toString() ?? null,
  maxKobo: result.maxKobo?.toString() ?? null,
  arrearsKobo: result.arrearsKobo?.toString() ?? null,
  tariff: result.tariff,
  nairaPerKwh: result.nairaPerKwh,
  canVend: result.canVend,
  handle: result.handle,
})

/** What is known of a customer whom no vendor is asked about: the account's name, or ''. */
export const unverified = (name: string): Verified => ({
  id: null,
  found: {
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
