import { getAirtimeNetworks } from '../../shared/airtime.ts'
import { cacheLifetimesMs } from '../../shared/constants.ts'
import { type CacheOptions, fetchCached } from '../lib/index.ts'

/** Airtime networks, cached for two hours. */
export const networksCache: CacheOptions = { name: 'airtime:networks', lifetimeMs: cacheLifetimesMs.long }

export const fetchAirtimeNetworks = async () => (await fetchCached(getAirtimeNetworks, networksCache)) ?? []
