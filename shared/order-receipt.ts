import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'
import { AccessToken, OrderReference } from './references.ts'

/**
 * Returned to the session that created the order, to its owner, and to a caller with its access token. A company's
 * receipt has its registered details.
 */
export const getOrderReceipt = defineEndpoint({
  name: 'getOrderReceipt',
  method: 'GET',
  path: '/orders/{reference}/receipt',
  audience: 'anyone',
  summary: 'The receipt of a delivered order of any service, as a PDF',
  params: z.object({ reference: OrderReference }),
  query: z.object({ access_token: z.optional(AccessToken) }),
  data: z.unknown(),
  responseType: 'application/pdf',
  errors: ['NOT_FOUND', 'TOO_MANY'],
})
