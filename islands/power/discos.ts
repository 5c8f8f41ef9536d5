import { cacheLifetimesMs, type MeterTypeCode } from '../../shared/constants.ts'
import type { Disco } from '../../shared/power.ts'
import { type CacheOptions, fetchCached } from '../lib/index.ts'
import { loadPowerContract } from './values.ts'

const { long, companies } = cacheLifetimesMs

/** Discos per meter type, cached separately for one hour. */
export const companyCaches = {
  prepaid: { name: 'discos:company:prepaid', lifetimeMs: companies },
  postpaid: { name: 'discos:company:postpaid', lifetimeMs: companies },
} satisfies Record<MeterTypeCode, CacheOptions>

export async function fetchDiscoCompanies(meterType: MeterTypeCode): Promise<Disco[]> {
  const endpoint = loadPowerContract().then(({ getDiscoCompanies }) => getDiscoCompanies)
  return (await fetchCached(endpoint, companyCaches[meterType], { query: { meter_type: meterType } })) ?? []
}

/** All discos, cached for two hours. */
export async function fetchDiscos(): Promise<Disco[]> {
  const endpoint = loadPowerContract().then(({ getDiscos }) => getDiscos)
  return (await fetchCached(endpoint, { name: 'discos:all', lifetimeMs: long })) ?? []
}
