import type { z } from 'zod/mini'
import type { DataForm } from '../../shared/data.ts'
import type { Caller } from '../http/index.ts'
import {
  assertServiceEnabled,
  createOrder,
  getCustomerFromAccount,
  type Order,
  parseMobileNumber,
  parseNigerianPhone,
  requireNetwork,
  requireVariation,
  type ServiceDeps,
  selectVendor,
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
  const { network } = await requireNetwork(deps, 'data', {
    field: 'selected_provider',
    input: request.selected_provider,
  })
  const plan = requireVariation(network, {
    field: 'selected_bundle_code',
    code: request.selected_bundle_code,
  })
  const selection = { service: 'data' as const, code: network.code, variation: plan.code, beneficiary }
  const { vendor } = await selectVendor(deps, selection)
  return createOrder(deps, caller, {
    selection,
    vendor,
    customer: await getCustomerFromAccount(deps.db, caller),
    variationName: plan.name,
    phone,
    amountKobo: plan.priceKobo,
    serviceChargeKobo: BigInt(await deps.settings.get('data_service_charge_kobo')),
  })
}
