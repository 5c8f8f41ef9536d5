import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'
import { buyAgain } from './history.ts'
import { AccessToken, OrderReference } from './references.ts'

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
  params: z.object({ reference: OrderReference }),
  body: z.object({ access_token: z.optional(AccessToken) }),
  data: buyAgain.data,
  errors: buyAgain.errors,
})
