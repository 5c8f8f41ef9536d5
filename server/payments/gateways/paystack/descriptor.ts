import { originSchema, type ProviderConfig } from '../../../provider-environment.ts'
import type { GatewayDescriptor } from '../descriptor.ts'

export const paystackDescriptor = {
  keys: {
    secretKey: {
      variable: 'PAYSTACK_SECRET_KEY',
      description: 'Secret key of the gateway Paystack',
      simulated: 'sk_test_simulated',
      secret: true,
    },
  },
  url: {
    variable: 'PAYSTACK_URL',
    schema: originSchema,
    live: 'https://api.paystack.co',
    simulatedPath: '',
  },
  checkoutHosts: { 'api.paystack.co': ['checkout.paystack.com'] },
  matchesBvn: false,
} as const satisfies GatewayDescriptor
export type PaystackConfig = ProviderConfig<typeof paystackDescriptor>
