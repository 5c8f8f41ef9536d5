import { getDataNetworks } from '../../shared/data.ts'
import { fetchOrNull } from '../lib/index.ts'

/** Data networks and plans; not cached, because prices change. */
export const fetchDataNetworks = async () => (await fetchOrNull(getDataNetworks)) ?? []
