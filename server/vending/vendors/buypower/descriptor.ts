import { address, type ProviderConfig, type ProviderDescriptor } from '../../../provider-environment.ts'

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
    schema: address,
    live: 'https://api.buypower.ng/v2',
    simulatedPath: '/v2',
  },
} as const satisfies ProviderDescriptor
export type BuypowerConfig = ProviderConfig<typeof buypowerDescriptor>
