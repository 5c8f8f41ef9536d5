/** Words of product codes that stay in capitals. */
const abbreviations = new Set(['MTN', 'TV', 'SME', 'WAEC', 'JAMB', 'UTME', 'PIN', 'XL'])

/**
 * A vendor's product name as customers read it: without the spelling of a code ("GOTV-MAX" → "GOtv Max") and without
 * the price, which is shown beside it ("Glo Data N100 - 105MB - 2 days" → "105MB - 2 days").
 * @param network display name of the product's network
 */
export function cleanProductName(name: string, network: string): string {
  const spaced = name.replace(/\s+/g, ' ').trim()
  if (isCode(spaced)) return withNetworkName(spaced.split(/[-_]/).map(wordOf).join(' '), network)
  return spaced.replace(pricePrefix, '')
}

/** "GOTV-MAX", "MTN_DATA_1GB": capitals and digits joined by hyphens or underscores. */
const isCode = (name: string): boolean => /^[A-Z0-9.]+(?:[-_][A-Z0-9.]+)+$/.test(name)

/** "N100 100MB", "50 Naira - 25MB", "Glo Data N100 - 105MB": only before a quantity. */
const pricePrefix = /^(?:\w+ Data (?:- )?)?(?:N[\d,]+|[\d,]+ Naira)(?: -)? (?=\d)/i

const wordOf = (word: string): string =>
  /\d/.test(word) || abbreviations.has(word) ? word : word.charAt(0) + word.slice(1).toLowerCase()

const withNetworkName = (name: string, network: string): string =>
  name.toLowerCase().startsWith(`${network.toLowerCase()} `) ? network + name.slice(network.length) : name
