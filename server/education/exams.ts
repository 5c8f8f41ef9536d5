import type { ExamType } from '../../shared/constants.ts'
import { isActive } from '../../shared/constants.ts'
import type { EducationType, ExamVariation } from '../../shared/education.ts'
import { nairaOf } from '../../shared/money.ts'
import { entryOf, type ListedNetwork, type Variation } from '../catalogue/index.ts'
import { ApiError } from '../http/index.ts'
import type { ServiceDeps } from '../purchase/index.ts'
import type { Settings } from '../settings/index.ts'

/** The exam body of an exam. Each exam body has its own status and service charge in the settings. */
const examBodyOf = (code: string): 'waec' | 'jamb' => (code === 'jamb' ? 'jamb' : 'waec')

/** JAMB PINs are issued to a profile, one at a time. */
export const requiresJambProfile = (code: string): boolean => code === 'jamb'

export const isExamSold = async (settings: Settings, code: string): Promise<boolean> =>
  isActive(await settings.get(`${examBodyOf(code)}_status`))

/** @throws ApiError SERVICE_OFF while the exam body is switched off */
export async function assertExamSold(settings: Settings, code: string): Promise<void> {
  if (!(await isExamSold(settings, code))) throw new ApiError('SERVICE_OFF')
}

function examVariationOf(variation: Variation): ExamVariation {
  const { code, name, price } = entryOf(variation)
  return { variation_code: code, name, price }
}

/** The service charge of an order, for any quantity. */
export const examChargeKobo = async (settings: Settings, code: string): Promise<bigint> =>
  BigInt(await settings.get(`${examBodyOf(code)}_service_charge_kobo`))

/** An exam as an API list entry, naira. `maxQuantity`: PINs in one order. */
export const educationTypeOf = (
  { variations, asOf, ...network }: ListedNetwork,
  { maxQuantity, chargeKobo }: { maxQuantity: number; chargeKobo: bigint },
): EducationType => ({
  ...network,
  code: network.code as ExamType,
  needs_profile: requiresJambProfile(network.code),
  quantity: { min: 1, max: requiresJambProfile(network.code) ? 1 : maxQuantity },
  service_charge: nairaOf(chargeKobo),
  variations: variations.map(examVariationOf),
  types: variations.map(({ code, name }) => ({ code, name })),
  as_of: asOf?.toISOString() ?? null,
})

/** Every variation of an exam on sale, for the choice on the details page. */
export async function listCurrentVariations(
  deps: ServiceDeps,
  vendor: string,
  code: string,
): Promise<ExamVariation[]> {
  const name = deps.vendors[vendor as keyof typeof deps.vendors]?.name
  const networks = await deps.catalogue.networks('education', name)
  return networks.find((network) => network.code === code)?.variations.map(examVariationOf) ?? []
}
