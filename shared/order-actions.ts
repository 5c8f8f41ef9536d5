import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'
import { buyAgain } from './history.ts'
import { AccessToken, OrderReference } from './references.ts'

const OrderParams = z.object({ reference: OrderReference })

/** For the session that created the order, its owner, or with its access token. A company's receipt has its registered details. */
export const getOrderReceipt = defineEndpoint({
  name: 'getOrderReceipt',
  method: 'GET',
  path: '/orders/{reference}/receipt',
  audience: 'anyone',
  summary: 'The receipt of a delivered order of any service, as a PDF',
  params: OrderParams,
  query: z.object({ access_token: z.optional(AccessToken) }),
  data: z.unknown(),
  responseType: 'application/pdf',
  errors: ['NOT_FOUND'],
})

/**
 * As `buyAgain`, for everyone with access to the order: an order that can still be paid is returned itself; an ended
 * one is looked up and priced again. Charges nothing. `link` is the page to continue on.
 */
export const repeatOrder = defineEndpoint({
  name: 'repeatOrder',
  method: 'POST',
  path: '/orders/{reference}/again',
  audience: 'anyone',
  summary: 'Creates an order like this one, at the current price',
  params: OrderParams,
  body: z.object({ access_token: z.optional(AccessToken) }),
  data: buyAgain.data,
  errors: buyAgain.errors,
})
