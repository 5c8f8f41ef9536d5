import type { z } from 'zod/mini'
import type { DataForm } from '../../shared/data.ts'
import type { Caller } from '../http/index.ts'
import {
  accountHolder,
  chosenNetwork,
  chosenVariation,
  chosenVendor,
  mobileNumber,
  nigerianPhone,
  type Order,
  refuseUnlessOn,
  type ServiceParts,
  storePriced,
} from '../purchase/index.ts'

type Wish = z.infer<typeof DataForm>

/** Prices a data plan and stores the order. Nothing is charged. @throws Refused INVALID, SERVICE_OFF */
export async function lookUpDevice(parts: ServiceParts, wish: Wish, caller: Caller): Promise<Order> {
  await refuseUnlessOn(parts, 'data')
  const beneficiary = mobileNumber('device_id', wish.device_id)
  const phone = nigerianPhone('phone_number_to_notify', wish.phone_number_to_notify)
  const { network } = await chosenNetwork(parts, 'data', {
    field: 'selected_provider',
    typed: wish.selected_provider,
  })
  const plan = chosenVariation(network, { field: 'selected_bundle_code', code: wish.selected_bundle_code })
  const ware = { service: 'data' as const, code: network.code, variation: plan.code, beneficiary }
  const { vendor } = await chosenVendor(parts, ware)
  return storePriced(parts, caller, {
    ware,
    vendor,
    customer: await accountHolder(parts.db, caller),
    variationName: plan.name,
    phone,
    amountKobo: plan.priceKobo,
    serviceChargeKobo: BigInt(await parts.settings.get('data_service_charge_kobo')),
  })
}
