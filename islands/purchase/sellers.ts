import type { Seller } from '../ui/bundle-picker.tsx'

/** The values with a company or bundle that is no longer listed left out. A list that is not there decides nothing. */
export function onlyListed<Field extends string, V extends { [name in Field]: string }>(
  values: V,
  sellers: readonly Seller[],
  { company, bundle }: { company: Field; bundle: Field },
): V {
  if (sellers.length === 0) return values
  const seller = sellers.find(({ value }) => value === values[company])
  const isSold = seller?.bundles.some(({ value }) => value === values[bundle]) === true
  return { ...values, [company]: seller?.value ?? '', [bundle]: isSold ? values[bundle] : '' }
}

/** What the chosen bundle costs, naira; null while none is chosen. */
export const priceOf = (sellers: readonly Seller[], company: string, bundle: string): number | null =>
  sellers.find(({ value }) => value === company)?.bundles.find(({ value }) => value === bundle)?.price ?? null
