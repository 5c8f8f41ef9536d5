import { airtimeNetworks } from '../../shared/airtime.ts'
import { cacheLifetimesMs } from '../../shared/constants.ts'
import { type Kept, keptList } from '../lib/index.ts'

/** The networks of airtime are remembered two hours. */
export const keptNetworks: Kept = { name: 'airtime:networks', lifetimeMs: cacheLifetimesMs.long }

export const listAirtimeNetworks = async () => (await keptList(airtimeNetworks, keptNetworks)) ?? []
