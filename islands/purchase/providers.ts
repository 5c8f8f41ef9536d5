import type { BundleProvider } from '../ui/bundle-picker.tsx'

/** Clears a provider or bundle that is no longer listed. While the list is empty, nothing is cleared. */
export function clearUnlisted<Field extends string, V extends { [name in Field]: string }>(
  values: V,
  providers: readonly BundleProvider[],
  { company, bundle }: { company: Field; bundle: Field },
): V {
  if (providers.length === 0) return values
  const provider = providers.find(({ value }) => value === values[company])
  const isListed = provider?.bundles.some(({ value }) => value === values[bundle]) === true
  return { ...values, [company]: provider?.value ?? '', [bundle]: isListed ? values[bundle] : '' }
}

/** Price of the selected bundle, naira; null while none is selected. */
export const bundlePrice = (
  providers: readonly BundleProvider[],
  company: string,
  bundle: string,
): number | null =>
  providers.find(({ value }) => value === company)?.bundles.find(({ value }) => value === bundle)?.price ??
  null
