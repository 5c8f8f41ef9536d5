import type { CabletvNetwork, cabletvIdentifiers } from '../../shared/cabletv.ts'
import { entryOf, type ListedNetwork, type Variation } from '../catalogue/index.ts'

/** Showmax identifies its customers by phone and has no customer lookup. */
const byPhone = new Set(['showmax'])

export const customerKeyOf = (code: string): (typeof cabletvIdentifiers)[number] =>
  byPhone.has(code) ? 'phone' : 'smartcard'

/** A bouquet as in API lists and orders, naira. */
export function bouquetOf(variation: Variation) {
  const { name, ...entry } = entryOf(variation)
  return { ...entry, title: name }
}

export const cabletvNetworkOf = ({ variations, asOf, ...network }: ListedNetwork): CabletvNetwork => ({
  ...network,
  identified_by: customerKeyOf(network.code),
  bundles: variations.map(bouquetOf),
  as_of: asOf?.toISOString() ?? null,
})
