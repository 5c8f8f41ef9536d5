import type { z } from 'zod/mini'
import type { ExamType, JambForm, WaecForm } from '../../shared/education.ts'
import type { ListedNetwork, Variation } from '../catalogue/index.ts'
import { type Caller, Refused } from '../http/index.ts'
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
import { councilOf, refuseUnlessSold } from './exams.ts'

/** Prices WAEC PINs and stores the order. Nothing is charged. @throws Refused INVALID, SERVICE_OFF */
export async function orderWaec(
  parts: ServiceParts,
  wish: z.infer<typeof WaecForm>,
  caller: Caller,
): Promise<Order> {
  const exam = await examOnSale(parts, wish.service_type)
  const variation = wish.variation_code
    ? chosenVariation(exam, { field: 'variation_code', code: wish.variation_code })
    : firstOf(exam)
  const most = await parts.settings.get('education_quantity_limit')
  if (wish.quantity > most) {
    const says = `Please order at most ${most} at once.`
    throw new Refused('INVALID', { field: 'quantity', says })
  }
  const beneficiary = mobileNumber('phone_number', wish.phone_number)
  const ware = { ...wareOf(exam, variation), beneficiary, quantity: wish.quantity }
  const { vendor } = await chosenVendor(parts, ware)
  return storePriced(parts, caller, {
    ware,
    vendor,
    customer: await accountHolder(parts.db, caller),
    variationName: variation.name,
    phone: beneficiary,
    email: wish.email_address,
    amountKobo: variation.priceKobo * BigInt(wish.quantity),
    serviceChargeKobo: await chargeKobo(parts, exam.code),
  })
}

/**
 * Checks a JAMB profile, prices its PIN, stores the order. Nothing is charged.
 * @throws Refused INVALID, SERVICE_OFF, PROFILE_NOT_FOUND, LOOKUP_UNAVAILABLE, TOO_MANY
 */
export async function orderJamb(
  parts: ServiceParts,
  wish: z.infer<typeof JambForm>,
  caller: Caller,
): Promise<Order> {
  const exam = await examOnSale(parts, wish.service_type)
  const phone = nigerianPhone('phone_number', wish.phone_number)
  const variation = chosenVariation(exam, { field: 'variation_code', code: wish.variation_code })
  const ware = { ...wareOf(exam, variation), beneficiary: wish.profile_id }
  const chosen = await chosenVendor(parts, ware)
  const unknown = { code: 'PROFILE_NOT_FOUND', field: 'profile_id' } as const
  const customer = await verify(parts, chosen, ware, caller, unknown)
  return storePriced(parts, caller, {
    ware,
    vendor: chosen.vendor,
    customer,
    variationName: variation.name,
    phone,
    amountKobo: variation.priceKobo,
    serviceChargeKobo: await chargeKobo(parts, exam.code),
  })
}

async function examOnSale(parts: ServiceParts, code: ExamType): Promise<ListedNetwork> {
  await refuseUnlessOn(parts, 'education')
  await refuseUnlessSold(parts.settings, code)
  const { network } = await chosenNetwork(parts, 'education', { field: 'service_type', typed: code })
  return network
}

function firstOf(exam: ListedNetwork): Variation {
  const [first] = exam.variations
  if (!first) throw new Refused('SERVICE_OFF')
  return first
}

const wareOf = (exam: ListedNetwork, variation: Variation) => ({
  service: 'education' as const,
  code: exam.code,
  variation: variation.code,
})

const chargeKobo = async ({ settings }: ServiceParts, code: string): Promise<bigint> =>
  BigInt(await settings.get(`${councilOf(code)}_service_charge_kobo`))
