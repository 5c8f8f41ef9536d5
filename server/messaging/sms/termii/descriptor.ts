import { z } from 'zod'
import { originSchema, type ProviderConfig, type ProviderDescriptor } from '../../../provider-environment.ts'

export const termiiDescriptor = {
  keys: {
    apiKey: {
      variable: 'TERMII_API_KEY',
      description: 'API key of the SMS provider Termii',
      simulated: 'simulated-termii-key',
      secret: true,
    },
  },
  options: {
    sender: {
      variable: 'TERMII_SENDER',
      description: 'Sender name of an SMS sent by Termii, 3 to 11 characters.',
      schema: z.string().min(3).max(11),
      default: 'Sanwo',
    },
  },
  url: { variable: 'TERMII_URL', schema: originSchema, live: 'https://api.ng.termii.com', simulatedPath: '' },
} as const satisfies ProviderDescriptor
export type TermiiConfig = ProviderConfig<typeof termiiDescriptor>
