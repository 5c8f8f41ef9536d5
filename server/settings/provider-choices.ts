import {
  type Service,
  type SmsProvider,
  services,
  smsProviders,
  type VendorName,
  vendors,
} from '../../shared/constants.ts'
import { type GatewayName, gateways } from '../../shared/payments.ts'
import { providerNames } from '../../shared/providers.ts'
import { serviceData } from '../service-data/index.ts'
import type { SettingName } from './definitions.ts'
import { settingTexts } from './texts.ts'

/** The providers with API keys. */
export interface ConfiguredProviders {
  readonly gateways: readonly GatewayName[]
  /** Gateways that match a BVN and a bank account in one request, with keys or without. */
  readonly bvnGateways: readonly GatewayName[]
  /** The services of each vendor; null for a vendor without keys. */
  readonly vendors: Readonly<Record<VendorName, readonly Service[] | null>>
  readonly sms: readonly SmsProvider[]
}

/** A provider that a setting may select. */
interface ProviderChoice {
  readonly value: string
  /** Display name. */
  readonly name: string
  /** A sentence with the reason why the provider cannot be selected now; null when it can. */
  readonly unavailableReason: string | null
}
/** The settings that select a provider, each with all providers. */
export type ProviderChoices = Readonly<Partial<Record<SettingName, readonly ProviderChoice[]>>>

/**
 * Choices of each of these settings. A provider without keys is not configured, and a vendor that does not
 * provide a service cannot be selected for it. The vendors of insurance and tickets have no effect yet.
 */
export function choicesFrom(configured: ConfiguredProviders): ProviderChoices {
  const missingKeysReason = (isConfigured: boolean, value: keyof typeof providerNames): string | null =>
    isConfigured ? null : settingTexts.notConfigured({ provider: providerNames[value] })
  const toChoice = <N extends keyof typeof providerNames>(
    value: N,
    unavailableReason: string | null,
  ): ProviderChoice => ({
    value,
    name: providerNames[value],
    unavailableReason,
  })
  const anyVendor = vendors.map((value) =>
    toChoice(value, missingKeysReason(configured.vendors[value] !== null, value)),
  )
  const vendorChoices = (service: Service) =>
    vendors.map((value) => {
      const vendorServices = configured.vendors[value]
      const isUnsupported = vendorServices && !vendorServices.includes(service)
      return toChoice(
        value,
        isUnsupported
          ? settingTexts.serviceMissing({
              vendor: providerNames[value],
              service: serviceData[service].productNoun,
            })
          : missingKeysReason(!!vendorServices, value),
      )
    })
  const gatewayChoices = gateways.map((value) =>
    toChoice(value, missingKeysReason(configured.gateways.includes(value), value)),
  )
  const vendorSettings = Object.fromEntries(
    services.map((service) => [`${service}_gateway`, vendorChoices(service)]),
  )
  return {
    ...vendorSettings,
    insurance_gateway: anyVendor,
    ticket_gateway: anyVendor,
    util_service_vendor: anyVendor,
    identity_gateway: gateways.map((value) =>
      toChoice(
        value,
        configured.bvnGateways.includes(value)
          ? missingKeysReason(configured.gateways.includes(value), value)
          : settingTexts.bvnMissing({ gateway: providerNames[value] }),
      ),
    ),
    payment_gateway: gatewayChoices,
    sms_provider: smsProviders.map((value) =>
      toChoice(value, missingKeysReason(configured.sms.includes(value), value)),
    ),
  }
}
