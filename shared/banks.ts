import * as z from 'zod/mini'
import { call } from './contract.ts'
import { gateways } from './payments.ts'

/** A bank as one gateway knows it: another gateway may know it by another code. */
export const Bank = z.object({ name: z.string(), code: z.string() })
export type Bank = z.infer<typeof Bank>

/**
 * The banks, by the codes of the gateway that checks identities. A refund's account is asked for with the
 * banks of the refund's own gateway, named in `gateway`; then no other gateway answers in its stead.
 */
export const getAllBanks = call({
  name: 'getAllBanks',
  method: 'GET',
  path: '/actions/get-all-banks',
  audience: 'anyone',
  summary: 'The banks of Nigeria',
  query: z.object({ gateway: z.optional(z.enum(gateways)) }),
  data: z.array(Bank),
  errors: ['UNAVAILABLE'],
})
