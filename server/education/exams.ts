import { isActive } from '../../shared/constants.ts'
import type { EducationType, ExamType, ExamVariation } from '../../shared/education.ts'
import { entryOf, type ListedNetwork, type Variation } from '../catalogue/index.ts'
import { Refused } from '../http/index.ts'
import type { ServiceParts } from '../purchase/index.ts'
import type { Settings } from '../settings/index.ts'

/** The council that an examination is of: each has a switch and a charge of its own. */
export const councilOf = (code: string): 'waec' | 'jamb' => (code === 'jamb' ? 'jamb' : 'waec')

/** JAMB PINs are made out to a profile, one at a time. */
export const needsProfile = (code: string): boolean => code === 'jamb'

export const isSold = async (settings: Settings, code: string): Promise<boolean> =>
  isActive(await settings.get(`${councilOf(code)}_status`))

/** @throws Refused SERVICE_OFF while the council is switched off */
export async function refuseUnlessSold(settings: Settings, code: string): Promise<void> {
  if (!(await isSold(settings, code))) throw new Refused('SERVICE_OFF')
}

export function examVariationOf(variation: Variation): ExamVariation {
  const { code, name, price } = entryOf(variation)
  return { variation_code: code, name, price }
}

/** An examination as a list entry, naira. `most`: PINs in one order. */
export const educationTypeOf = (
  { variations, asOf, ...network }: ListedNetwork,
  most: number,
): EducationType => ({
  ...network,
  code: network.code as ExamType,
  needs_profile: needsProfile(network.code),
  quantity: { min: 1, max: needsProfile(network.code) ? 1 : most },
  variations: variations.map(examVariationOf),
  as_of: asOf?.toISOString() ?? null,
})

/** Every variation on sale of an examination, for the choice on the details page. */
export async function variationsNow(
  parts: ServiceParts,
  vendor: string,
  code: string,
): Promise<ExamVariation[]> {
  const name = parts.vendors[vendor as keyof typeof parts.vendors]?.name
  const networks = await parts.catalogue.networks('education', name)
  return networks.find((it) => it.code === code)?.variations.map(examVariationOf) ?? []
}
