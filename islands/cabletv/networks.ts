import type { CabletvNetwork } from '../../shared/cabletv.ts'
import { fetchOrNull } from '../lib/index.ts'
import { loadCabletvContract } from './values.ts'

/** TV networks and bouquets; not cached, because prices change. */
export const fetchCabletvNetworks = async (): Promise<CabletvNetwork[]> =>
  (await fetchOrNull(loadCabletvContract().then((contract) => contract.getCabletvNetworks))) ?? []
