import { originSchema, type ProviderConfig } from '../../../provider-environment.ts'
import type { GatewayDescriptor } from '../descriptor.ts'

export const monnifyDescriptor = {
  keys: {
    apiKey: {
      variable: 'MONNIFY_API_KEY',
      description: 'API key of the gateway Monnify',
      simulated: 'MK_TEST_simulated',
      secret: true,
    },
    secretKey: {
      variable: 'MONNIFY_SECRET_KEY',
      description: 'Secret key of Monnify',
      simulated: 'simulated-monnify-secret',
      secret: true,
    },
    contractCode: {
      variable: 'MONNIFY_CONTRACT_CODE',
      description: 'Contract code of Monnify',
      simulated: '1234567890',
      secret: false,
    },
  },
  url: {
    variable: 'MONNIFY_URL',
    schema: originSchema,
    live: 'https://api.monnify.com',
    simulatedPath: '',
  },
  checkoutHosts: {
    'api.monnify.com': ['sdk.monnify.com'],
    'sandbox.monnify.com': ['sandbox.sdk.monnify.com'],
  },
  matchesBvn: true,
} as const satisfies GatewayDescriptor
export type MonnifyConfig = ProviderConfig<typeof monnifyDescriptor>
