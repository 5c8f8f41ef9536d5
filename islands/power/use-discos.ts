import type { MeterType } from '../../shared/constants.ts'
import type { Disco } from '../../shared/power.ts'
import { useList } from '../purchase/use-list.ts'
import { keptCompanies, listDiscoCompanies } from './discos.ts'

const loaders = {
  prepaid: () => listDiscoCompanies('prepaid'),
  postpaid: () => listDiscoCompanies('postpaid'),
} satisfies Record<MeterType, () => Promise<Disco[]>>

/** The companies that sell a type of meter: those the page came with, else those the API lists. Source: D-039. */
export const useDiscos = (meterType: MeterType, given: Record<MeterType, Disco[]>): readonly Disco[] =>
  useList(given[meterType], loaders[meterType], keptCompanies[meterType])
