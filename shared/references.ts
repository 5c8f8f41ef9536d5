import * as z from 'zod/mini'
import type { IdOf } from './ids.ts'

export type OrderReference = IdOf<'reference of an order'>
export const OrderReference = z.string().check(z.regex(/^[A-HJ-NP-Z2-9]{12}$/, 'is not an order reference'))
/** Code of an order's short link: 128 bits, base64url. */
export const OrderLinkCode = z.string().check(z.regex(/^[\w-]{22}$/, 'is not a link code'))
/** Code of a payment request's link: 128 random bits, base64url. */
export const PaymentRequestCode = z.string().check(z.regex(/^[\w-]{22}$/, 'is not a request code'))
/** Access token of one order: at least 128 random bits, base64url. */
export const AccessToken = z.string().check(z.regex(/^[\w-]{32,64}$/, 'is not an access token'))
