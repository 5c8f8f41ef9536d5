import * as z from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import { MeterType } from '../../shared/power.ts'
import { readDetails } from '../lib/index.ts'

const Kept = z.object({
  order_reference: z.string(),
  access_token: z.string(),
  meter_type: z.optional(MeterType),
})
export type Kept = z.infer<typeof Kept>

/** What this browser kept of an order it made itself; null for every other order. */
export function readKept(service: Service, reference: string): Kept | null {
  const kept = readDetails(service, Kept)
  return kept?.order_reference === reference ? kept : null
}
