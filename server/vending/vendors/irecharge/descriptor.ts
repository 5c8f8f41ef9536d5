import { addressSchema, type ProviderConfig } from '../../../provider-environment.ts'
import type { VendorDescriptor } from '../descriptor.ts'

export const irechargeDescriptor = {
  keys: {
    vendorCode: {
      variable: 'IRECHARGE_VENDOR_CODE',
      description: 'Vendor code of the vendor iRecharge',
      simulated: 'simulated-vendor',
      secret: false,
    },
    publicKey: {
      variable: 'IRECHARGE_PUBLIC_KEY',
      description: 'Public key of iRecharge',
      simulated: 'simulated-public',
      secret: true,
    },
    privateKey: {
      variable: 'IRECHARGE_PRIVATE_KEY',
      description: 'Private key of iRecharge',
      simulated: 'simulated-private',
      secret: true,
    },
  },
  url: {
    variable: 'IRECHARGE_URL',
    schema: addressSchema,
    live: 'https://irecharge.com.ng/pwr_api_live/v2',
    simulatedPath: '/v2',
  },
  meterTypes: null,
} as const satisfies VendorDescriptor
export type IrechargeConfig = ProviderConfig<typeof irechargeDescriptor>
