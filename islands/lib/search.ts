/** Anything that can stand in a list to choose from. Prices may come as text. */
export interface Listed {
  title?: string | null
  name?: string | null
  price?: number | string | null
}

/** The title, or the name where there is no title. Source: decision D-053. */
const titleOf = (it: Listed): string => it.title || it.name || ''

export type BundleOrder = 'price-asc' | 'price-desc' | 'title'

/** Sorted copies: by price as numbers (ties by title), or by title. */
export function sortBundles<T extends Listed>(bundles: readonly T[], order: BundleOrder = 'price-asc'): T[] {
  const byTitle = (a: T, b: T) => titleOf(a).localeCompare(titleOf(b), 'en', { sensitivity: 'base' })
  if (order === 'title') return [...bundles].sort(byTitle)
  const way = order === 'price-asc' ? 1 : -1
  return [...bundles].sort((a, b) => way * (priceOf(a) - priceOf(b)) || byTitle(a, b))
}

const priceOf = ({ price }: Listed): number => Number(price ?? Number.NaN) || 0
