import { addressSchema, type ProviderConfig } from '../../../provider-environment.ts'
import type { VendorDescriptor } from '../descriptor.ts'

export const buypowerDescriptor = {
  keys: {
    apiKey: {
      variable: 'BUYPOWER_API_KEY',
      description: 'API key of the vendor BuyPower',
      simulated: 'simulated-buypower-key',
      secret: true,
    },
  },
  url: {
    variable: 'BUYPOWER_URL',
    schema: addressSchema,
    live: 'https://api.buypower.ng/v2',
    simulatedPath: '/v2',
  },
  meterTypes: { prepaid: 'PREPAID', postpaid: 'POSTPAID' },
} as const satisfies VendorDescriptor
export type BuypowerConfig = ProviderConfig<typeof buypowerDescriptor>
