import { addressSchema, type ProviderConfig } from '../../../provider-environment.ts'
import type { GatewayDescriptor } from '../descriptor.ts'

export const korapayDescriptor = {
  keys: {
    secretKey: {
      variable: 'KORAPAY_SECRET_KEY',
      description: 'Secret key of the gateway Korapay',
      simulated: 'sk_test_simulated_korapay',
      secret: true,
    },
  },
  url: {
    variable: 'KORAPAY_URL',
    schema: addressSchema,
    live: 'https://api.korapay.com/merchant/api/v1',
    simulatedPath: '/merchant/api/v1',
  },
  checkoutHosts: { 'api.korapay.com': ['checkout.korapay.com', 'test-checkout.korapay.com'] },
  matchesBvn: false,
} as const satisfies GatewayDescriptor
export type KorapayConfig = ProviderConfig<typeof korapayDescriptor>
