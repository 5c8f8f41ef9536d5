import type { z } from 'zod/mini'
import type { DataForm } from '../../shared/data.ts'
import type { Caller } from '../http/index.ts'
import {
  accountHolder,
  assertServiceEnabled,
  chosenNetwork,
  chosenVariation,
  chosenVendor,
  createOrder,
  type Order,
  parseMobileNumber,
  parseNigerianPhone,
  type ServiceDeps,
} from '../purchase/index.ts'

type DataRequest = z.infer<typeof DataForm>

/** Prices a data plan and stores the order. Nothing is charged. @throws ApiError INVALID, SERVICE_OFF */
export async function prepareDataOrder(
  deps: ServiceDeps,
  request: DataRequest,
  caller: Caller,
): Promise<Order> {
  await assertServiceEnabled(deps, 'data')
  const beneficiary = parseMobileNumber('device_id', request.device_id)
  const phone = parseNigerianPhone('phone_number_to_notify', request.phone_number_to_notify)
  const { network } = await chosenNetwork(deps, 'data', {
    field: 'selected_provider',
    input: request.selected_provider,
  })
  const plan = chosenVariation(network, { field: 'selected_bundle_code', code: request.selected_bundle_code })
  const selection = { service: 'data' as const, code: network.code, variation: plan.code, beneficiary }
  const { vendor } = await chosenVendor(deps, selection)
  return createOrder(deps, caller, {
    selection,
    vendor,
    customer: await accountHolder(deps.db, caller),
    variationName: plan.name,
    phone,
    amountKobo: plan.priceKobo,
    serviceChargeKobo: BigInt(await deps.settings.get('data_service_charge_kobo')),
  })
}
