import * as z from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import { MeterType } from '../../shared/power.ts'
import { readOrderDetails } from '../lib/index.ts'

const StoredOrder = z.object({
  order_reference: z.string(),
  access_token: z.string(),
  meter_type: z.optional(MeterType),
})
export type StoredOrder = z.infer<typeof StoredOrder>

/** The stored data of an order created in this browser; null for every other order. */
export function readStoredOrder(service: Service, reference: string): StoredOrder | null {
  const stored = readOrderDetails(service, StoredOrder)
  return stored?.order_reference === reference ? stored : null
}
