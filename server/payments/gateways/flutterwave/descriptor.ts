import { addressSchema, type ProviderConfig } from '../../../provider-environment.ts'
import type { GatewayDescriptor } from '../descriptor.ts'

export const flutterwaveDescriptor = {
  keys: {
    secretKey: {
      variable: 'FLUTTERWAVE_SECRET_KEY',
      description: 'Secret key of the gateway Flutterwave',
      simulated: 'FLWSECK_TEST-simulated',
      secret: true,
    },
    /** Set in the Flutterwave dashboard; sent with each webhook. */
    secretHash: {
      variable: 'FLUTTERWAVE_SECRET_HASH',
      description: 'Secret hash of webhooks, as typed in the Flutterwave dashboard',
      simulated: 'simulated-secret-hash',
      secret: true,
    },
  },
  url: {
    variable: 'FLUTTERWAVE_URL',
    schema: addressSchema,
    live: 'https://api.flutterwave.com/v3',
    simulatedPath: '/v3',
  },
  /**
   * Hosts of payment links with a live and a test key, and of the confirmation page of a token charge. The last two
   * are known only from public code; a charge that redirects elsewhere has an unknown outcome.
   */
  checkoutHosts: {
    'api.flutterwave.com': [
      'checkout.flutterwave.com',
      'checkout-v2.dev-flutterwave.com',
      'auth.coreflutterwaveprod.com',
      'coreflutterwaveprod.com',
    ],
  },
  matchesBvn: false,
} as const satisfies GatewayDescriptor
export type FlutterwaveConfig = ProviderConfig<typeof flutterwaveDescriptor>
