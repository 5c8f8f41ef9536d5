import { dataNetworks } from '../../shared/data.ts'
import { fetchList } from '../lib/index.ts'

/** Data networks and plans; not cached, because prices change. */
export const listDataNetworks = async () => (await fetchList(dataNetworks)) ?? []
