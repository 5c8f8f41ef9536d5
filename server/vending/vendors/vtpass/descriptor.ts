import { address, type ProviderConfig, type ProviderDescriptor } from '../../../provider-environment.ts'

export const vtpassDescriptor = {
  keys: {
    apiKey: {
      variable: 'VTPASS_API_KEY',
      description: 'API key of the vendor VTpass',
      simulated: 'simulated-api-key',
      secret: true,
    },
    publicKey: {
      variable: 'VTPASS_PUBLIC_KEY',
      description: 'Public key of VTpass',
      simulated: 'PK_simulated',
      secret: true,
    },
    secretKey: {
      variable: 'VTPASS_SECRET_KEY',
      description: 'Secret key of VTpass',
      simulated: 'SK_simulated',
      secret: true,
    },
  },
  url: { variable: 'VTPASS_URL', schema: address, live: 'https://vtpass.com/api', simulatedPath: '/api' },
} as const satisfies ProviderDescriptor
export type VtpassConfig = ProviderConfig<typeof vtpassDescriptor>
