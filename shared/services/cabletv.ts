import type { ServiceContract } from './definition.ts'

/** Cable TV subscriptions. */
export const cabletv = {
  name: 'Cable TV',
  slug: 'cabletv',
  paymentFor: 'cabletv',
} as const satisfies ServiceContract
