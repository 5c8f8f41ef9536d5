import { cacheLifetimesMs, type MeterType } from '../../shared/constants.ts'
import { allDiscos, discoCompanies, powerProviders } from '../../shared/power.ts'
import { type Kept, keptList, list } from '../lib/index.ts'

const { long, companies } = cacheLifetimesMs

/** The companies that sell a type of meter are remembered an hour, each type apart. */
export const keptCompanies = {
  prepaid: { name: 'discos:company:prepaid', lifetimeMs: companies },
  postpaid: { name: 'discos:company:postpaid', lifetimeMs: companies },
} satisfies Record<MeterType, Kept>

export const listDiscoCompanies = async (meterType: MeterType) =>
  (await keptList(discoCompanies, keptCompanies[meterType], { query: { meter_type: meterType } })) ?? []

/** Every electricity company; remembered two hours. */
export const listDiscos = async () =>
  (await keptList(allDiscos, { name: 'discos:all', lifetimeMs: long })) ?? []

export const listPowerProviders = async () => (await list(powerProviders)) ?? []
