import { dataNetworks } from '../../shared/data.ts'
import { list } from '../lib/index.ts'

/** The networks of data with their plans; never remembered, for prices change. */
export const listDataNetworks = async () => (await list(dataNetworks)) ?? []
