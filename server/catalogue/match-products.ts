import type { Service } from '../../shared/constants.ts'

/**
 * True for services whose products are matched across vendors. Vendors share no codes, so bouquets of cable
 * TV (and of no other service) match by name and price: equal names after `plainName`, equal prices to the
 * kobo, and no second candidate on either side. Only then do both get the same code, and may one vendor
 * deliver what the other sold. Data plans and examinations are never matched: two plans of the same name and
 * price may differ in hours, nights or validity, and selling the wrong one is worse than a refund.
 */
export const isMatchable = (service: Service): boolean => service === 'cabletv'

/** The compared fields of a listed product. */
export interface ListedProduct {
  readonly name: string
  readonly priceKobo: bigint
}

/**
 * A bouquet's name without the parts that vendors write differently: case, accents, punctuation, the price,
 * the network's name, words for "bouquet", and the usual duration of one month. Other durations and the type
 * of reception stay.
 */
export const plainName = (name: string, network: string): string =>
  [network, 'bouquet', 'package', 'subscription']
    .reduce(
      (text, word) => text.replace(new RegExp(`\\b${normaliseName(word)}\\b`, 'g'), ' '),
      normaliseName(name.replace(/(₦|\bNGN|\bN)\s?\d[\d,.]*/gi, ' ').replaceAll('+', ' plus '))
        .replace(/\b(1|one|a|per)\s*months?\b/g, ' ')
        .replace(/\bmonthly\b/g, ' '),
    )
    .replace(/\s+/g, ' ')
    .trim()

const normaliseName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')

/** The candidates that are the same as `product`. A name that is empty after `plainName` matches none. */
export function matchingProducts<T extends ListedProduct>(
  product: ListedProduct,
  candidates: readonly T[],
  network: string,
): T[] {
  const name = plainName(product.name, network)
  return candidates.filter(
    (other) =>
      name !== '' && other.priceKobo === product.priceKobo && plainName(other.name, network) === name,
  )
}
