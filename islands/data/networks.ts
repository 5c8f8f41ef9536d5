import type { DataNetwork } from '../../shared/data.ts'
import { fetchOrNull } from '../lib/index.ts'
import { loadDataContract } from './values.ts'

/** Data networks and plans; not cached, because prices change. */
export const fetchDataNetworks = async (): Promise<DataNetwork[]> =>
  (await fetchOrNull(loadDataContract().then((contract) => contract.getDataNetworks))) ?? []
