import { addressSchema, type ProviderConfig } from '../../../provider-environment.ts'
import type { VendorDescriptor } from '../descriptor.ts'

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
  url: {
    variable: 'VTPASS_URL',
    schema: addressSchema,
    live: 'https://vtpass.com/api',
    simulatedPath: '/api',
  },
  meterTypes: { prepaid: 'prepaid', postpaid: 'postpaid' },
} as const satisfies VendorDescriptor
export type VtpassConfig = ProviderConfig<typeof vtpassDescriptor>
