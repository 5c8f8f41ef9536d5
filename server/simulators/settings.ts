import { z } from 'zod'

/** Settings that tests and benchmarks can change while the simulators run. */
export interface Settings {
  /** Webhook target: the origin of the app. */
  appUrl: string
  /** Speed-up of simulated delays: 1 is real time, 10 reduces a 1.5 s refund to 150 ms. */
  speed: number
  /** Processing time of a vend before the response, in milliseconds. */
  vendMs: number
  /** Window in which a vendor rejects a second purchase of the same service and beneficiary; 0 disables it. */
  duplicateWindowSeconds: number
  /**
   * The format of responses and webhooks: the current documentation, or the formats that public recordings and
   * the providers' own samples show for the same event.
   */
  shapes: (typeof shapes)[number]
}

const shapes = ['documented', 'recorded'] as const

export const defaults: Settings = {
  appUrl: 'http://localhost:3000',
  speed: 1,
  vendMs: 0,
  duplicateWindowSeconds: 30,
  shapes: 'documented',
}

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)

export const AppUrl = z.strictObject({ url: origin })

export const SettingsChange = z
  .strictObject({
    appUrl: origin,
    speed: z.number().positive().max(10_000),
    vendMs: z.int().min(0).max(120_000),
    duplicateWindowSeconds: z.number().min(0).max(3_600),
    shapes: z.enum(shapes),
  })
  .partial()
