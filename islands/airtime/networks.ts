import { airtimeNetworks } from '../../shared/airtime.ts'
import { cacheLifetimesMs } from '../../shared/constants.ts'
import { type CacheOptions, fetchCachedList } from '../lib/index.ts'

/** Airtime networks, cached for two hours. */
export const networksCache: CacheOptions = { name: 'airtime:networks', lifetimeMs: cacheLifetimesMs.long }

export const listAirtimeNetworks = async () => (await fetchCachedList(airtimeNetworks, networksCache)) ?? []
