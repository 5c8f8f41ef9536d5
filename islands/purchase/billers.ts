import type { Biller } from '../ui/bundle-picker.tsx'

/** Clears a biller or bundle that is no longer listed. While the list is empty, nothing is cleared. */
export function clearUnlisted<Field extends string, V extends { [name in Field]: string }>(
  values: V,
  billers: readonly Biller[],
  { biller: billerField, bundle: bundleField }: { biller: Field; bundle: Field },
): V {
  if (billers.length === 0) return values
  const biller = billers.find(({ value }) => value === values[billerField])
  const isListed = biller?.bundles.some(({ value }) => value === values[bundleField]) === true
  return {
    ...values,
    [billerField]: biller?.value ?? '',
    [bundleField]: isListed ? values[bundleField] : '',
  }
}

/** Price of the selected bundle, naira; null while none is selected. */
export const bundlePrice = (billers: readonly Biller[], biller: string, bundle: string): number | null =>
  billers.find(({ value }) => value === biller)?.bundles.find(({ value }) => value === bundle)?.price ?? null
