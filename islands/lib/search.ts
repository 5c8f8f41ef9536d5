/** An entry of a selectable list. Prices may be text. */
export interface PickerEntry {
  title?: string | null
  name?: string | null
  price?: number | string | null
}

/** The title, or the name where there is no title. Source: ruling D-053. */
const titleOf = (item: PickerEntry): string => item.title || item.name || ''

export type BundleOrder = 'price-asc' | 'price-desc' | 'title'

/** Sorted copies: by price as numbers (ties by title), or by title. */
export function sortBundles<T extends PickerEntry>(
  bundles: readonly T[],
  order: BundleOrder = 'price-asc',
): T[] {
  const byTitle = (a: T, b: T) => titleOf(a).localeCompare(titleOf(b), 'en', { sensitivity: 'base' })
  if (order === 'title') return [...bundles].sort(byTitle)
  const direction = order === 'price-asc' ? 1 : -1
  return [...bundles].sort((a, b) => direction * (priceOf(a) - priceOf(b)) || byTitle(a, b))
}

const priceOf = ({ price }: PickerEntry): number => Number(price ?? Number.NaN) || 0
