import type { z } from 'zod/mini'
import type { ExamType } from '../../shared/constants.ts'
import type { JambForm, WaecForm } from '../../shared/education.ts'
import type { ListedNetwork, Variation } from '../catalogue/index.ts'
import { ApiError, type Caller } from '../http/index.ts'
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
import { assertExamSold, examChargeKobo } from './exams.ts'
import { educationServerTexts } from './texts.ts'

/** Prices WAEC PINs and stores the order. Nothing is charged. @throws ApiError INVALID, SERVICE_OFF */
export async function prepareWaecOrder(
  deps: ServiceDeps,
  request: z.infer<typeof WaecForm>,
  caller: Caller,
): Promise<Order> {
  const exam = await requireExam(deps, request.service_type)
  const variation = request.variation_code
    ? requireVariation(exam, { field: 'variation_code', code: request.variation_code })
    : firstOf(exam)
  const maxQuantity = await deps.settings.get('education_quantity_limit')
  if (request.quantity > maxQuantity) {
    const message = educationServerTexts.aboveMaximum({ quantity: maxQuantity })
    throw new ApiError('INVALID', { field: 'quantity', message })
  }
  const beneficiary = parseMobileNumber('phone_number', request.phone_number)
  const selection = { ...selectionOf(exam, variation), beneficiary, quantity: request.quantity }
  const { vendor } = await selectVendor(deps, selection)
  return createOrder(deps, caller, {
    selection,
    vendor,
    customer: await getCustomerFromAccount(deps.db, caller),
    variationName: variation.name,
    phone: beneficiary,
    email: request.email_address,
    amountKobo: variation.priceKobo * BigInt(request.quantity),
    serviceChargeKobo: await examChargeKobo(deps.settings, exam.code),
  })
}

/**
 * Checks a JAMB profile, prices its PIN, stores the order. Nothing is charged.
 * @throws ApiError INVALID, SERVICE_OFF, PROFILE_NOT_FOUND, LOOKUP_UNAVAILABLE, TOO_MANY
 */
export async function prepareJambOrder(
  deps: ServiceDeps,
  request: z.infer<typeof JambForm>,
  caller: Caller,
): Promise<Order> {
  const exam = await requireExam(deps, request.service_type)
  const phone = parseNigerianPhone('phone_number', request.phone_number)
  const variation = requireVariation(exam, { field: 'variation_code', code: request.variation_code })
  const selection = { ...selectionOf(exam, variation), beneficiary: request.profile_id }
  const vendorChoice = await selectVendor(deps, selection)
  const notFoundError = { code: 'PROFILE_NOT_FOUND', field: 'profile_id' } as const
  const customer = await lookUpCustomer(deps, vendorChoice, selection, caller, notFoundError)
  return createOrder(deps, caller, {
    selection,
    vendor: vendorChoice.vendor,
    customer,
    variationName: variation.name,
    phone,
    amountKobo: variation.priceKobo,
    serviceChargeKobo: await examChargeKobo(deps.settings, exam.code),
  })
}

async function requireExam(deps: ServiceDeps, code: ExamType): Promise<ListedNetwork> {
  await assertServiceEnabled(deps, 'education')
  await assertExamSold(deps.settings, code)
  const { network } = await requireNetwork(deps, 'education', { field: 'service_type', input: code })
  return network
}

function firstOf(exam: ListedNetwork): Variation {
  const [first] = exam.variations
  if (!first) throw new ApiError('SERVICE_OFF')
  return first
}

const selectionOf = (exam: ListedNetwork, variation: Variation) => ({
  service: 'education' as const,
  code: exam.code,
  variation: variation.code,
})
