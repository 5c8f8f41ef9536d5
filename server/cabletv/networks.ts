import type { CabletvNetwork, cabletvKeys } from '../../shared/cabletv.ts'
import { entryOf, type ListedNetwork, type Variation } from '../catalogue/index.ts'

/** Showmax knows its customers by phone and cannot be asked about them. */
const byPhone = new Set(['showmax'])

export const knownBy = (code: string): (typeof cabletvKeys)[number] =>
  byPhone.has(code) ? 'phone' : 'smartcard'

/** A bouquet as list entries and orders carry it, naira. */
export function bundleOf(variation: Variation) {
  const { name, ...entry } = entryOf(variation)
  return { ...entry, title: name }
}

export const cabletvNetworkOf = ({ variations, asOf, ...network }: ListedNetwork): CabletvNetwork => ({
  ...network,
  known_by: knownBy(network.code),
  bundles: variations.map(bundleOf),
  as_of: asOf?.toISOString() ?? null,
})
