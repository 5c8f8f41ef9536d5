import type { MeterTypeCode } from '../../../shared/constants.ts'
import type { ProviderDescriptor } from '../../provider-environment.ts'

/** A vendor's environment variables, and what is known without its keys. */
export interface VendorDescriptor extends ProviderDescriptor {
  /** Codes of the meter types; null for a vendor that has a code for each disco and meter type instead. */
  readonly meterTypes: Readonly<Record<MeterTypeCode, string>> | null
}
