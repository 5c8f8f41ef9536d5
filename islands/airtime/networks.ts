import { cacheLifetimesMs } from '../../shared/constants.ts'
import type { Network } from '../../shared/service-contract.ts'
import { type CacheOptions, fetchCached } from '../lib/index.ts'
import { loadAirtimeContract } from './values.ts'

/** Airtime networks, cached for two hours. */
export const networksCache: CacheOptions = { name: 'airtime:networks', lifetimeMs: cacheLifetimesMs.long }

export async function fetchAirtimeNetworks(): Promise<Network[]> {
  const endpoint = loadAirtimeContract().then(({ getAirtimeNetworks }) => getAirtimeNetworks)
  return (await fetchCached(endpoint, networksCache)) ?? []
}
