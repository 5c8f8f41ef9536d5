import * as z from 'zod/mini'
import { AccessToken, OrderReference } from './references.ts'

/** What the lookup of every service answers first: the order's name, three times over, and its secret. */
export const orderKeys = {
  order_reference: OrderReference,
  service_id: OrderReference,
  access_token: AccessToken,
} as const

/** An order's second value, as page addresses and other clients carry it: its access token, or nothing. */
export const SecondValue = z.optional(z.nullable(z.string().check(z.maxLength(100))))

/** What any service's lookup may be refused for; each adds its own. */
export const lookupErrors = ['INVALID', 'SERVICE_OFF', 'LOOKUP_UNAVAILABLE', 'TOO_MANY'] as const

/** What bringing a paid order to its end may be refused for: each sentence says where the money is. */
export const processErrors = [
  'NOT_FOUND',
  'NOT_PAID',
  'PAYMENT_FAILED',
  'PAYMENT_MISMATCH',
  'ORDER_EXPIRED',
  'REFUNDING',
  'REFUNDED',
] as const

/** A company as a list entry. `code` is ours; vendors' codes stay in the catalogue. */
export const networkFields = {
  id: z.string(),
  code: z.string(),
  name: z.string(),
  logo: z.string(),
} as const
export const Network = z.object(networkFields)
export type Network = z.infer<typeof Network>

/** What was bought, by company and name; most names begin with their company: "DStv Padi", "MTN 1 GB". */
export const soldAs = (company: string, name: string): string =>
  name.toLowerCase().startsWith(company.toLowerCase()) ? name : `${company} ${name}`.trim()

/** The name and logo of a company, where no more of it is needed. */
export const Badge = z.object({ name: z.string(), logo: z.string() })
export type Badge = z.infer<typeof Badge>
