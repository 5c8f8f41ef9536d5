import { z } from 'zod'

/** What a test or a bench may turn while the simulators run. */
export interface Settings {
  /** Where webhooks go: the origin of the app. */
  appUrl: string
  /** How many times faster than life pauses pass: 1 is life, 10 makes a 1.5 s refund take 150 ms. */
  speed: number
  /** How long a vendor works before it answers a purchase. */
  vendMs: number
  /** A vendor refuses the same service and beneficiary again within this time; 0 never. */
  duplicateWindowSeconds: number
}

export const defaults: Settings = {
  appUrl: 'http://localhost:3000',
  speed: 1,
  vendMs: 0,
  duplicateWindowSeconds: 30,
}

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)

export const AppUrl = z.strictObject({ url: origin })

export const SettingsChange = z
  .strictObject({
    appUrl: origin,
    speed: z.number().positive().max(10_000),
    vendMs: z.int().min(0).max(120_000),
    duplicateWindowSeconds: z.number().min(0).max(3_600),
  })
  .partial()
