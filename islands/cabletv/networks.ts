import { cabletvNetworks } from '../../shared/cabletv.ts'
import { fetchList } from '../lib/index.ts'

/** TV networks and bouquets; not cached, because prices change. */
export const listCabletvNetworks = async () => (await fetchList(cabletvNetworks)) ?? []
