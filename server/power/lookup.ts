import { sql } from 'kysely'
import metadata from 'libphonenumber-js/max/metadata'
import type { z } from 'zod/mini'
import { isActive } from '../../shared/constants.ts'
import { formatMoney } from '../../shared/money.ts'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import type { PowerForm } from '../../shared/power.ts'
import { discoOf, goodsFor } from '../catalogue/index.ts'
import type { Database, FoundCustomer } from '../database/index.ts'
import { type Caller, type Limits, Refused } from '../http/index.ts'
import { type Order, type PayParts, storeQuote } from '../purchase/index.ts'
import type { Goods, Vendor } from '../vending/index.ts'

export interface PowerParts extends PayParts {
  readonly limits: Limits
  readonly brandName: string
}

type Wish = z.infer<typeof PowerForm>

/** A vendor's answer about a meter serves everybody who asks within ten minutes. */
const verificationSeconds = 10 * 60

/**
 * Checks a meter, prices the purchase, stores the order. Nothing is charged.
 * @throws Refused INVALID, SERVICE_OFF, METER_NOT_FOUND, METER_CANNOT_VEND, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE,
 * LOOKUP_UNAVAILABLE, TOO_MANY
 */
export async function lookUpMeter(parts: PowerParts, wish: Wish, caller: Caller): Promise<Order> {
  if (!isActive(await parts.settings.get('power_status'))) throw new Refused('SERVICE_OFF')
  if (!isNigerianPhone(wish.phone_number, metadata)) {
    throw new Refused('INVALID', {
      field: 'phone_number',
      says: 'Please enter a Nigerian phone number, like 0803 123 4567.',
    })
  }
  if (!(await discoOf(parts.db, wish.meter_disco))) {
    throw new Refused('INVALID', {
      field: 'meter_disco',
      says: 'Please choose your electricity company from the list.',
    })
  }
  const { vendor, goods } = await chosen(parts, wish)
  const { id, found } = await verified(parts, vendor, goods, wish, caller)
  refuseUnsellable(found, wish)
  return storeQuote(parts.db, {
    service: 'power',
    code: wish.meter_disco,
    variation: wish.meter_type,
    beneficiary: wish.meter_number,
    phone: normalisePhone(wish.phone_number),
    amountKobo: wish.amount,
    serviceChargeKobo: BigInt(await parts.settings.get('power_service_charge_kobo')),
    vendor: vendor.name,
    customer: { ...found, firstTime: await isFirst(parts.db, wish.meter_number) },
    verificationId: id,
    session: caller.session,
    userId: caller.actor?.userId ?? null,
  })
}

/** The vendor of new orders, as the settings name it now; the order keeps it. */
async function chosen(parts: PowerParts, wish: Wish): Promise<{ vendor: Vendor; goods: Goods }> {
  for (const setting of ['power_gateway', 'util_service_vendor'] as const) {
    const vendor = parts.vendors[await parts.settings.get(setting)]
    const goods =
      vendor?.can.sells.includes('power') &&
      (await goodsFor(parts.db, vendor.name, {
        service: 'power',
        code: wish.meter_disco,
        variation: wish.meter_type,
        beneficiary: wish.meter_number,
      }))
    if (vendor && goods) return { vendor, goods }
  }
  throw new Refused('SERVICE_OFF')
}

async function verified(
  parts: PowerParts,
  vendor: Vendor,
  goods: Goods,
  wish: Wish,
  caller: Caller,
): Promise<{ id: string; found: FoundCustomer }> {
  const key = {
    vendor: vendor.name,
    service: 'power' as const,
    code: wish.meter_disco,
    variation: wish.meter_type,
    beneficiary: wish.meter_number,
  }
  const kept = await parts.db.q
    .selectFrom('verifications')
    .select(['id', 'found'])
    .where((it) => it.and(key))
    .where('stale_at', '>', sql<Date>`business_now()`)
    .orderBy('stale_at', 'desc')
    .executeTakeFirst()
  if (kept) return kept

  await parts.limits.spend('lookup_client', caller.client)
  await parts.limits.spend('lookup_number', wish.meter_number)
  await parts.limits.spend('lookup_everybody', 'power')
  const result = await vendor.lookUp(goods)
  if (result.is === 'not_found') throw new Refused('METER_NOT_FOUND', { field: 'meter_number' })
  if (result.is === 'unavailable') throw new Refused('LOOKUP_UNAVAILABLE')
  const found: FoundCustomer = {
    name: result.customerName,
    address: result.address,
    minKobo: result.minKobo?.toString() ?? null,
    maxKobo: result.maxKobo?.toString() ?? null,
    arrearsKobo: result.arrearsKobo?.toString() ?? null,
    tariff: result.tariff,
    nairaPerKwh: result.nairaPerKwh,
    canVend: result.canVend,
    handle: result.handle,
  }
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

function refuseUnsellable(found: FoundCustomer, wish: Wish): void {
  if (!found.canVend) throw new Refused('METER_CANNOT_VEND', { field: 'meter_number' })
  if (found.minKobo && wish.amount < BigInt(found.minKobo)) {
    throw new Refused('AMOUNT_TOO_SMALL', {
      field: 'amount',
      says: `The least this meter takes is ${formatMoney(BigInt(found.minKobo))}.`,
    })
  }
  if (found.maxKobo && BigInt(found.maxKobo) > 0n && wish.amount > BigInt(found.maxKobo)) {
    throw new Refused('AMOUNT_TOO_LARGE', {
      field: 'amount',
      says: `The most this meter takes is ${formatMoney(BigInt(found.maxKobo))}.`,
    })
  }
}

/** True when we never delivered to this meter. */
async function isFirst(db: Database, meterNumber: string): Promise<boolean> {
  const earlier = await db.q
    .selectFrom('orders')
    .select('id')
    .where('service', '=', 'power')
    .where('beneficiary', '=', meterNumber)
    .where('state', '=', 'delivered')
    .limit(1)
    .executeTakeFirst()
  return !earlier
}
