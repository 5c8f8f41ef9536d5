import { z } from 'zod'
import { originSchema, type ProviderConfig, type ProviderDescriptor } from '../../../provider-environment.ts'

export const africasTalkingDescriptor = {
  keys: {
    username: {
      variable: 'AFRICASTALKING_USERNAME',
      description: "User name of the SMS provider Africa's Talking",
      simulated: 'sandbox',
      secret: false,
    },
    apiKey: {
      variable: 'AFRICASTALKING_API_KEY',
      description: "API key of Africa's Talking",
      simulated: 'simulated-africastalking-key',
      secret: true,
    },
  },
  options: {
    /** Null for the provider's shared sender. */
    sender: {
      variable: 'AFRICASTALKING_SENDER',
      description:
        "Sender name of an SMS sent by Africa's Talking, 3 to 11 characters. Default: the shared sender.",
      schema: z.string().min(3).max(11),
      default: null,
    },
  },
  url: {
    variable: 'AFRICASTALKING_URL',
    schema: originSchema,
    live: 'https://api.africastalking.com',
    simulatedPath: '',
  },
} as const satisfies ProviderDescriptor
export type AfricasTalkingConfig = ProviderConfig<typeof africasTalkingDescriptor>
