import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'
import { gateways } from './payments.ts'

/** A bank in one gateway's list: another gateway may use another code. */
export const Bank = z.object({ name: z.string(), code: z.string() })
export type Bank = z.infer<typeof Bank>

/**
 * Banks with the codes of the gateway that verifies identities. For a refund account the caller passes the refund's
 * own gateway in `gateway`; no other gateway is used as a fallback.
 */
export const getBanks = defineEndpoint({
  name: 'getBanks',
  method: 'GET',
  path: '/actions/get-all-banks',
  audience: 'anyone',
  summary: 'The banks of Nigeria',
  query: z.object({ gateway: z.optional(z.enum(gateways)) }),
  data: z.array(Bank),
  errors: ['UNAVAILABLE'],
})
