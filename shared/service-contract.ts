import * as z from 'zod/mini'
import { AccessToken, OrderReference } from './references.ts'

/**
 * First fields of every service's lookup response: the order reference, repeated as the specifications name it, and
 * its access token.
 */
export const orderKeys = {
  order_reference: OrderReference,
  service_id: OrderReference,
  access_token: AccessToken,
} as const

/** An order's access token as page URLs and other clients send it, or nothing. */
export const OptionalAccessToken = z.optional(z.nullable(z.string().check(z.maxLength(100))))

/** Error codes of every service's lookup; each service adds its own. */
export const lookupErrors = ['INVALID', 'SERVICE_OFF', 'LOOKUP_UNAVAILABLE', 'TOO_MANY'] as const

/** Error codes of an endpoint that looks up and prices a purchase of any service again. */
export const repeatedLookupErrors = [
  'SERVICE_OFF',
  'LOOKUP_UNAVAILABLE',
  'TOO_MANY',
  'METER_NOT_FOUND',
  'METER_CANNOT_VEND',
  'SMARTCARD_NOT_FOUND',
  'PROFILE_NOT_FOUND',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
] as const

/** Error codes of processing a paid order: each message states what happened to the money. */
export const processErrors = [
  'NOT_FOUND',
  'NOT_PAID',
  'PAYMENT_FAILED',
  'PAYMENT_MISMATCH',
  'ORDER_EXPIRED',
  'REFUNDING',
  'REFUNDED',
] as const

/** A biller as a list entry. `code` is our own; vendors' codes stay in the catalogue. */
export const networkFields = {
  id: z.string(),
  code: z.string(),
  name: z.string(),
  logo: z.string(),
} as const
export const Network = z.object(networkFields)
export type Network = z.infer<typeof Network>

/** Product title from the names of biller and product; most product names start with their biller: "DStv Padi", "MTN 1 GB". */
export const productTitle = (billerName: string, name: string): string =>
  name.toLowerCase().startsWith(billerName.toLowerCase()) ? name : `${billerName} ${name}`.trim()

/** The name and logo of a biller. */
export const Badge = z.object({ name: z.string(), logo: z.string() })
export type Badge = z.infer<typeof Badge>
