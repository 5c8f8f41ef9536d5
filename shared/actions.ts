import * as z from 'zod/mini'
import { services, tiles } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { IsoTimestamp, NairaNumber } from './fields.ts'

export const State = z.object({ id: z.string(), name: z.string() })
export const getStates = defineEndpoint({
  name: 'getStates',
  method: 'GET',
  path: '/actions/get-all-states',
  audience: 'anyone',
  summary: 'The states of Nigeria',
  data: z.array(State),
})

export const PhoneCode = z.object({ code: z.string(), name: z.string(), dial_code: z.string() })
export type PhoneCode = z.infer<typeof PhoneCode>
export const getPhoneCodes = defineEndpoint({
  name: 'getPhoneCodes',
  method: 'GET',
  path: '/get/phone-codes',
  audience: 'anyone',
  summary: 'Countries and their calling codes',
  data: z.array(PhoneCode),
})

/**
 * Cashback that a signed-in customer earns for a delivered order, percent of the amount; 0 for none. Forms and the
 * service chooser show it.
 */
export const getCashback = defineEndpoint({
  name: 'getCashback',
  method: 'GET',
  path: '/actions/get-cashback',
  audience: 'anyone',
  summary: 'The cashback of registered customers',
  data: z.object({ percent: z.number() }),
})

/** Which services are on (1) or off (0), and why one is paused. The shell prints it into its pages. */
export const ServiceStatus = z.object({
  service: z.enum(tiles),
  status: z.union([z.literal(0), z.literal(1)]),
  reason: z.nullable(z.string()),
  /** Start of an automatic pause, where known; null for a service that a manager switched off. */
  since: z.optional(z.nullable(IsoTimestamp)),
  /** Lowest and highest service charge of an order, naira; absent for a tile without orders. */
  service_charge_range: z.optional(z.object({ min: NairaNumber, max: NairaNumber })),
})
export type ServiceStatus = z.infer<typeof ServiceStatus>
export const getServiceStatuses = defineEndpoint({
  name: 'getServiceStatuses',
  method: 'GET',
  path: '/services/statuses/all',
  audience: 'anyone',
  summary: 'Service availability',
  data: z.array(ServiceStatus),
})

/** Whether orders are accepted and delivered; `off` for a service that a manager switched off. */
export const HealthStatus = z.enum(['available', 'degraded', 'unavailable', 'off'])
export type HealthStatus = z.infer<typeof HealthStatus>

const healthFields = {
  name: z.string(),
  status: HealthStatus,
  /** One sentence. */
  message: z.string(),
  /** Of the orders paid in the last hour that ended or whose delivery is unknown; null for fewer than five. */
  delivered_percent: z.nullable(z.int()),
  /** Median from payment to delivery; null where `delivered_percent` is null or 0. */
  typical_seconds: z.nullable(z.int()),
}
/** Names no vendor and states no amount and no number of orders, as it is public. */
export const DiscoHealth = z.object({ code: z.string(), ...healthFields })
export const ServiceHealth = z.object({
  service: z.enum(services),
  ...healthFields,
  /** The electricity companies, for power only. */
  discos: z.optional(z.array(DiscoHealth)),
})
export type ServiceHealth = z.infer<typeof ServiceHealth>
export const getServiceHealth = defineEndpoint({
  name: 'getServiceHealth',
  method: 'GET',
  path: '/services/status',
  audience: 'anyone',
  summary: 'Service health in the last hour',
  data: z.object({ updated_at: IsoTimestamp, services: z.array(ServiceHealth) }),
})
