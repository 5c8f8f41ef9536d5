import type { z } from 'zod/mini'
import type { CabletvForm } from '../../shared/cabletv.ts'
import type { Caller } from '../http/index.ts'
import {
  assertServiceEnabled,
  createOrder,
  getCustomerFromAccount,
  lookUpCustomer,
  type Order,
  parseMobileNumber,
  parseNigerianPhone,
  requireNetwork,
  requireVariation,
  type ServiceDeps,
  selectVendor,
} from '../purchase/index.ts'
import { customerKeyOf } from './networks.ts'

type CabletvRequest = z.infer<typeof CabletvForm>

/**
 * Checks a smartcard, prices the bouquet, stores the order. Nothing is charged.
 * @throws ApiError INVALID, SERVICE_OFF, SMARTCARD_NOT_FOUND, LOOKUP_UNAVAILABLE, TOO_MANY
 */
export async function prepareCabletvOrder(
  deps: ServiceDeps,
  request: CabletvRequest,
  caller: Caller,
): Promise<Order> {
  await assertServiceEnabled(deps, 'cabletv')
  const phone = parseNigerianPhone('phone_number', request.phone_number)
  const { network } = await requireNetwork(deps, 'cabletv', {
    field: 'cabletv_network',
    input: request.cabletv_network,
  })
  const bouquet = requireVariation(network, {
    field: 'cabletv_bundle_code',
    code: request.cabletv_bundle_code,
  })
  const isByPhone = customerKeyOf(network.code) === 'phone'
  const selection = {
    service: 'cabletv' as const,
    code: network.code,
    variation: bouquet.code,
    beneficiary: isByPhone
      ? parseMobileNumber('smartcard_number', request.smartcard_number)
      : request.smartcard_number.replace(/^\+/, ''),
  }
  const vendorChoice = await selectVendor(deps, selection)
  const notFoundError = { code: 'SMARTCARD_NOT_FOUND', field: 'smartcard_number' } as const
  const customer = isByPhone
    ? await getCustomerFromAccount(deps.db, caller)
    : await lookUpCustomer(deps, vendorChoice, selection, caller, notFoundError)
  return createOrder(deps, caller, {
    selection,
    vendor: vendorChoice.vendor,
    customer,
    variationName: bouquet.name,
    phone,
    amountKobo: bouquet.priceKobo,
    serviceChargeKobo: BigInt(await deps.settings.get('cabletv_service_charge_kobo')),
  })
}
