import { cabletvNetworks } from '../../shared/cabletv.ts'
import { list } from '../lib/index.ts'

/** The TV networks with their bouquets; never remembered, for prices change. */
export const listCabletvNetworks = async () => (await list(cabletvNetworks)) ?? []
