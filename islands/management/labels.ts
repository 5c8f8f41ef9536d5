import type { PaymentSource } from '../../shared/management/orders.ts'
import { providerNames } from '../../shared/providers.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { managementTexts } from './texts.ts'

const knownNames: Readonly<Record<string, string>> = {
  ...providerNames,
  ...Object.fromEntries(Object.entries(serviceContracts).map(([service, { name }]) => [service, name])),
}

/** Uppercases the first letter. */
export const capitalise = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

/** Display name of a provider or service; otherwise the value with spaces: `vend_failed` → "vend failed". */
export const displayName = (value: string): string => knownNames[value] ?? value.replaceAll('_', ' ')

/** Display name of an order's payment source. */
export function paymentSourceName(paymentSource: PaymentSource): string {
  if (paymentSource === 'wallet') return managementTexts.wallet()
  return paymentSource === 'manager' ? managementTexts.manager() : displayName(paymentSource)
}
