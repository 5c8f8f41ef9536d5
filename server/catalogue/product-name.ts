/** Words of product codes that stay in capitals. */
const abbreviations = new Set(['MTN', 'TV', 'SME', 'WAEC', 'JAMB', 'UTME', 'PIN', 'XL'])

/**
 * A vendor's product name as customers read it: without the spelling of a code ("GOTV-MAX" → "GOtv Max") and without
 * the price, which the lists show separately ("Glo Data N100 - 105MB - 2 days" → "105MB - 2 days").
 * @param network display name of the product's network
 */
export function cleanProductName(name: string, network: string): string {
  const trimmedName = name.replace(/\s+/g, ' ').trim()
  if (isCode(trimmedName)) return withNetworkName(trimmedName.split(/[-_]/).map(wordOf).join(' '), network)
  return trimmedName.replace(pricePrefix, '')
}

/**
 * The products of one network with clean names and, as `vendorName`, the vendor's. Products that would get the same
 * name keep the vendor's.
 */
export function withCleanNames<P extends { readonly name: string }>(products: readonly P[], network: string) {
  const byName = Map.groupBy(products, ({ name }) => cleanProductName(name, network))
  return products.map((product) => {
    const name = cleanProductName(product.name, network)
    const isUnique = byName.get(name)?.length === 1
    return { ...product, name: isUnique ? name : product.name, vendorName: product.name }
  })
}

/** "GOTV-MAX", "MTN_DATA_1GB": capitals and digits joined by hyphens or underscores. */
const isCode = (name: string): boolean => /^[A-Z0-9.]+(?:[-_][A-Z0-9.]+)+$/.test(name)

/** "N100 100MB", "50 Naira - 25MB", "Glo Data N100 - 105MB": only before a quantity. */
const pricePrefix = /^(?:\w+ Data (?:- )?)?(?:N[\d,]+|[\d,]+ Naira)(?: -)? (?=\d)/i

const wordOf = (word: string): string =>
  /\d/.test(word) || abbreviations.has(word) ? word : word.charAt(0) + word.slice(1).toLowerCase()

const withNetworkName = (name: string, network: string): string =>
  name.toLowerCase().startsWith(`${network.toLowerCase()} `) ? network + name.slice(network.length) : name
