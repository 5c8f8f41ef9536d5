import { getCabletvNetworks } from '../../shared/cabletv.ts'
import { fetchOrNull } from '../lib/index.ts'

/** TV networks and bouquets; not cached, because prices change. */
export const fetchCabletvNetworks = async () => (await fetchOrNull(getCabletvNetworks)) ?? []
