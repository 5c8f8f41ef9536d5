import type { MeterTypeCode } from '../../shared/constants.ts'
import type { Disco } from '../../shared/power.ts'
import { useList } from '../purchase/use-list.ts'
import { companyCaches, fetchDiscoCompanies } from './discos.ts'

const loaders = {
  prepaid: () => fetchDiscoCompanies('prepaid'),
  postpaid: () => fetchDiscoCompanies('postpaid'),
} satisfies Record<MeterTypeCode, () => Promise<Disco[]>>

/** Discos of a meter type: from the page, otherwise from the API. Source: D-039. */
export const useDiscos = (
  meterType: MeterTypeCode,
  initial: Record<MeterTypeCode, Disco[]>,
): readonly Disco[] => useList(initial[meterType], loaders[meterType], companyCaches[meterType])
