import type { z } from 'zod/mini'
import type { AirtimeForm } from '../../shared/airtime.ts'
import { formatMoney } from '../../shared/money.ts'
import { amountLimitsOf } from '../catalogue/index.ts'
import { ApiError, type Caller } from '../http/index.ts'
import {
  assertServiceEnabled,
  createOrder,
  getCustomerFromAccount,
  type Order,
  parseMobileNumber,
  requireNetwork,
  type ServiceDeps,
  selectVendor,
} from '../purchase/index.ts'
import { airtimeServerTexts } from './texts.ts'

type AirtimeRequest = z.infer<typeof AirtimeForm>

/**
 * Prices airtime at its face value and stores the order. Nothing is charged.
 * @throws ApiError INVALID, SERVICE_OFF, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE
 */
export async function prepareAirtimeOrder(
  deps: ServiceDeps,
  request: AirtimeRequest,
  caller: Caller,
): Promise<Order> {
  await assertServiceEnabled(deps, 'airtime')
  const phone = parseMobileNumber('phone_number', request.phone_number)
  const { network } = await requireNetwork(deps, 'airtime', {
    field: 'selected_provider',
    input: request.selected_provider,
  })
  const selection = { service: 'airtime' as const, code: network.code, variation: '', beneficiary: phone }
  const { vendor } = await selectVendor(deps, selection)
  const { minKobo, maxKobo } = await amountLimitsOf(deps.db, vendor.name, 'airtime', network.code)
  if (minKobo !== null && request.amount < minKobo) {
    const message = airtimeServerTexts.belowMinimum({ network: network.name, amount: formatMoney(minKobo) })
    throw new ApiError('AMOUNT_TOO_SMALL', { field: 'amount', message })
  }
  if (maxKobo !== null && request.amount > maxKobo) {
    const message = airtimeServerTexts.aboveMaximum({ network: network.name, amount: formatMoney(maxKobo) })
    throw new ApiError('AMOUNT_TOO_LARGE', { field: 'amount', message })
  }
  return createOrder(deps, caller, {
    selection,
    vendor,
    customer: await getCustomerFromAccount(deps.db, caller),
    phone,
    amountKobo: request.amount,
    serviceChargeKobo: 0n,
  })
}
