import { airtimeNetworks } from '../../shared/airtime.ts'
import { cacheLifetimesMs } from '../../shared/constants.ts'
import { keptList } from '../lib/index.ts'

/** The networks of airtime; remembered two hours. */
export const listAirtimeNetworks = async () =>
  (await keptList(airtimeNetworks, { name: 'airtime:networks', lifetimeMs: cacheLifetimesMs.long })) ?? []
