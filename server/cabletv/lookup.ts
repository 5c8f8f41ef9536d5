import type { z } from 'zod/mini'
import type { CabletvForm } from '../../shared/cabletv.ts'
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
  verify,
} from '../purchase/index.ts'
import { knownBy } from './networks.ts'

type Wish = z.infer<typeof CabletvForm>

/**
 * Checks a smartcard, prices the bouquet, stores the order. Nothing is charged.
 * @throws Refused INVALID, SERVICE_OFF, SMARTCARD_NOT_FOUND, LOOKUP_UNAVAILABLE, TOO_MANY
 */
export async function lookUpSmartcard(parts: ServiceParts, wish: Wish, caller: Caller): Promise<Order> {
  await refuseUnlessOn(parts, 'cabletv')
  const phone = nigerianPhone('phone_number', wish.phone_number)
  const { network } = await chosenNetwork(parts, 'cabletv', {
    field: 'cabletv_network',
    typed: wish.cabletv_network,
  })
  const bundle = chosenVariation(network, { field: 'cabletv_bundle_code', code: wish.cabletv_bundle_code })
  const phoned = knownBy(network.code) === 'phone'
  const ware = {
    service: 'cabletv' as const,
    code: network.code,
    variation: bundle.code,
    beneficiary: phoned
      ? mobileNumber('smartcard_number', wish.smartcard_number)
      : wish.smartcard_number.replace(/^\+/, ''),
  }
  const chosen = await chosenVendor(parts, ware)
  const unknown = { code: 'SMARTCARD_NOT_FOUND', field: 'smartcard_number' } as const
  const customer = phoned
    ? await accountHolder(parts.db, caller)
    : await verify(parts, chosen, ware, caller, unknown)
  return storePriced(parts, caller, {
    ware,
    vendor: chosen.vendor,
    customer,
    variationName: bundle.name,
    phone,
    amountKobo: bundle.priceKobo,
    serviceChargeKobo: BigInt(await parts.settings.get('cabletv_service_charge_kobo')),
  })
}
