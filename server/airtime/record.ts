import type { z } from 'zod/mini'
import type { AirtimeForm } from '../../shared/airtime.ts'
import { formatMoney } from '../../shared/money.ts'
import { boundsOf } from '../catalogue/index.ts'
import { type Caller, Refused } from '../http/index.ts'
import {
  accountHolder,
  chosenNetwork,
  chosenVendor,
  mobileNumber,
  type Order,
  refuseUnlessOn,
  type ServiceParts,
  storePriced,
} from '../purchase/index.ts'

type Wish = z.infer<typeof AirtimeForm>

/**
 * Prices airtime at its face value and stores the order. Nothing is charged.
 * @throws Refused INVALID, SERVICE_OFF, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE
 */
export async function recordAirtime(parts: ServiceParts, wish: Wish, caller: Caller): Promise<Order> {
  await refuseUnlessOn(parts, 'airtime')
  const phone = mobileNumber('phone_number', wish.phone_number)
  const { network } = await chosenNetwork(parts, 'airtime', {
    field: 'selected_provider',
    typed: wish.selected_provider,
  })
  const ware = { service: 'airtime' as const, code: network.code, variation: '', beneficiary: phone }
  const { vendor } = await chosenVendor(parts, ware)
  const { minKobo, maxKobo } = await boundsOf(parts.db, vendor.name, 'airtime', network.code)
  if (minKobo !== null && wish.amount < minKobo) {
    const says = `The least that ${network.name} sells is ${formatMoney(minKobo)}.`
    throw new Refused('AMOUNT_TOO_SMALL', { field: 'amount', says })
  }
  if (maxKobo !== null && wish.amount > maxKobo) {
    const says = `The most that ${network.name} sells at once is ${formatMoney(maxKobo)}.`
    throw new Refused('AMOUNT_TOO_LARGE', { field: 'amount', says })
  }
  return storePriced(parts, caller, {
    ware,
    vendor,
    customer: await accountHolder(parts.db, caller),
    phone,
    amountKobo: wish.amount,
    serviceChargeKobo: 0n,
  })
}
