import type { z } from 'zod/mini'
import { formatMoney } from '../../shared/money.ts'
import type { PowerForm } from '../../shared/power.ts'
import { discoOf } from '../catalogue/index.ts'
import type { VendorCustomer } from '../database/index.ts'
import { ApiError, type Caller } from '../http/index.ts'
import {
  assertServiceEnabled,
  createOrder,
  lookUpCustomer,
  type Order,
  parseNigerianPhone,
  type ServiceDeps,
  selectVendor,
} from '../purchase/index.ts'
import { powerServerTexts } from './texts.ts'

type PowerRequest = z.infer<typeof PowerForm>

/**
 * Checks a meter, prices the purchase, stores the order. Nothing is charged.
 * @throws ApiError INVALID, SERVICE_OFF, METER_NOT_FOUND, METER_CANNOT_VEND, AMOUNT_TOO_SMALL,
 * AMOUNT_TOO_LARGE, LOOKUP_UNAVAILABLE, TOO_MANY
 */
export async function preparePowerOrder(
  deps: ServiceDeps,
  request: PowerRequest,
  caller: Caller,
): Promise<Order> {
  await assertServiceEnabled(deps, 'power')
  const phone = parseNigerianPhone('phone_number', request.phone_number)
  if (!(await discoOf(deps.db, request.meter_disco))) {
    throw new ApiError('INVALID', {
      field: 'meter_disco',
      message: powerServerTexts.companyNotInList(),
    })
  }
  const selection = {
    service: 'power' as const,
    code: request.meter_disco,
    variation: request.meter_type,
    beneficiary: request.meter_number,
  }
  const vendorChoice = await selectVendor(deps, selection)
  const unknown = { code: 'METER_NOT_FOUND', field: 'meter_number' } as const
  const customer = await lookUpCustomer(deps, vendorChoice, selection, caller, unknown)
  assertSellable(customer.details, request)
  return createOrder(deps, caller, {
    selection,
    vendor: vendorChoice.vendor,
    customer,
    phone,
    amountKobo: request.amount,
    serviceChargeKobo: BigInt(await deps.settings.get('power_service_charge_kobo')),
  })
}

function assertSellable(details: VendorCustomer, request: PowerRequest): void {
  if (!details.canVend) throw new ApiError('METER_CANNOT_VEND', { field: 'meter_number' })
  if (details.minKobo && request.amount < BigInt(details.minKobo)) {
    throw new ApiError('AMOUNT_TOO_SMALL', {
      field: 'amount',
      message: powerServerTexts.belowMinimum({ amount: formatMoney(BigInt(details.minKobo)) }),
    })
  }
  if (details.maxKobo && BigInt(details.maxKobo) > 0n && request.amount > BigInt(details.maxKobo)) {
    throw new ApiError('AMOUNT_TOO_LARGE', {
      field: 'amount',
      message: powerServerTexts.aboveMaximum({ amount: formatMoney(BigInt(details.maxKobo)) }),
    })
  }
}
