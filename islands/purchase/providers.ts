import type { BundleProvider } from '../ui/bundle-picker.tsx'

/** Clears a provider or bundle that is no longer listed. While the list is empty, nothing is cleared. */
export function clearUnlisted<Field extends string, V extends { [name in Field]: string }>(
  values: V,
  providers: readonly BundleProvider[],
  { provider: providerField, bundle: bundleField }: { provider: Field; bundle: Field },
): V {
  if (providers.length === 0) return values
  const provider = providers.find(({ value }) => value === values[providerField])
  const isListed = provider?.bundles.some(({ value }) => value === values[bundleField]) === true
  return {
    ...values,
    [providerField]: provider?.value ?? '',
    [bundleField]: isListed ? values[bundleField] : '',
  }
}

/** Price of the selected bundle, naira; null while none is selected. */
export const bundlePrice = (
  providers: readonly BundleProvider[],
  provider: string,
  bundle: string,
): number | null =>
  providers.find(({ value }) => value === provider)?.bundles.find(({ value }) => value === bundle)?.price ??
  null
