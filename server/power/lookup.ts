import type { z } from 'zod/mini'
import { formatMoney } from '../../shared/money.ts'
import type { PowerForm } from '../../shared/power.ts'
import { discoOf } from '../catalogue/index.ts'
import type { FoundCustomer } from '../database/index.ts'
import { type Caller, Refused } from '../http/index.ts'
import {
  chosenVendor,
  nigerianPhone,
  type Order,
  refuseUnlessOn,
  type ServiceParts,
  storePriced,
  verify,
} from '../purchase/index.ts'

type Wish = z.infer<typeof PowerForm>

/**
 * Checks a meter, prices the purchase, stores the order. Nothing is charged.
 * @throws Refused INVALID, SERVICE_OFF, METER_NOT_FOUND, METER_CANNOT_VEND, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE,
 * LOOKUP_UNAVAILABLE, TOO_MANY
 */
export async function lookUpMeter(parts: ServiceParts, wish: Wish, caller: Caller): Promise<Order> {
  await refuseUnlessOn(parts, 'power')
  const phone = nigerianPhone('phone_number', wish.phone_number)
  if (!(await discoOf(parts.db, wish.meter_disco))) {
    throw new Refused('INVALID', {
      field: 'meter_disco',
      says: 'Please choose your electricity company from the list.',
    })
  }
  const ware = {
    service: 'power' as const,
    code: wish.meter_disco,
    variation: wish.meter_type,
    beneficiary: wish.meter_number,
  }
  const chosen = await chosenVendor(parts, ware)
  const unknown = { code: 'METER_NOT_FOUND', field: 'meter_number' } as const
  const customer = await verify(parts, chosen, ware, caller, unknown)
  refuseUnsellable(customer.found, wish)
  return storePriced(parts, caller, {
    ware,
    vendor: chosen.vendor,
    customer,
    phone,
    amountKobo: wish.amount,
    serviceChargeKobo: BigInt(await parts.settings.get('power_service_charge_kobo')),
  })
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
