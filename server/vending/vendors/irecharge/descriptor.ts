import { address, type ProviderConfig, type ProviderDescriptor } from '../../../provider-environment.ts'

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
    schema: address,
    live: 'https://irecharge.com.ng/pwr_api_live/v2',
    simulatedPath: '/v2',
  },
} as const satisfies ProviderDescriptor
export type IrechargeConfig = ProviderConfig<typeof irechargeDescriptor>
