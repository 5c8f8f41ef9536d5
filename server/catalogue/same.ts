import type { Service } from '../../shared/constants.ts'

/**
 * When is a bouquet of one vendor that of another? Vendors share no codes, so for cable TV alone the name
 * and the price are compared: the names equal as `plainName` writes them, the prices to the kobo, and no
 * second candidate on either side. Only then do both carry one code of ours, and only then may one deliver
 * what the other sold. Data plans and examinations are never matched: two plans of one name and price may
 * differ in hours, nights or validity, and selling the wrong one is worse than a refund.
 */
export const isMatched = (service: Service): boolean => service === 'cabletv'

/** What a vendor lists, as far as it is compared. */
export interface Listed {
  readonly name: string
  readonly priceKobo: bigint
}

/**
 * A bouquet's name without what vendors write differently: case, accents, punctuation, the price, the
 * network's own name, the words for "bouquet", and the month that it lasts anyway. Another duration, and
 * the way it is received, stay.
 */
export const plainName = (name: string, network: string): string =>
  [network, 'bouquet', 'package', 'subscription']
    .reduce(
      (text, word) => text.replace(new RegExp(`\\b${plain(word)}\\b`, 'g'), ' '),
      plain(name.replace(/(₦|\bNGN|\bN)\s?\d[\d,.]*/gi, ' ').replaceAll('+', ' plus '))
        .replace(/\b(1|one|a|per)\s*months?\b/g, ' ')
        .replace(/\bmonthly\b/g, ' '),
    )
    .replace(/\s+/g, ' ')
    .trim()

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')

/** Those among several that are the same as `it`. A name of nothing but such words is like no other. */
export function sameAs<T extends Listed>(it: Listed, among: readonly T[], network: string): T[] {
  const name = plainName(it.name, network)
  return among.filter(
    (other) => name !== '' && other.priceKobo === it.priceKobo && plainName(other.name, network) === name,
  )
}
