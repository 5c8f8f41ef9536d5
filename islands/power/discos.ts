import { cacheLifetimesMs, type MeterTypeCode } from '../../shared/constants.ts'
import { getDiscoCompanies, getDiscos } from '../../shared/power.ts'
import { type CacheOptions, fetchCached } from '../lib/index.ts'

const { long, companies } = cacheLifetimesMs

/** Discos per meter type, cached separately for one hour. */
export const companyCaches = {
  prepaid: { name: 'discos:company:prepaid', lifetimeMs: companies },
  postpaid: { name: 'discos:company:postpaid', lifetimeMs: companies },
} satisfies Record<MeterTypeCode, CacheOptions>

export const fetchDiscoCompanies = async (meterType: MeterTypeCode) =>
  (await fetchCached(getDiscoCompanies, companyCaches[meterType], { query: { meter_type: meterType } })) ?? []

/** All discos, cached for two hours. */
export const fetchDiscos = async () =>
  (await fetchCached(getDiscos, { name: 'discos:all', lifetimeMs: long })) ?? []
