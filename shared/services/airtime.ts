import type { ServiceContract } from './definition.ts'

/** Airtime. */
export const airtime = {
  name: 'Airtime',
  slug: 'airtime',
  paymentFor: 'vtu_airtime',
  tokenParam: 'p_ref',
} as const satisfies ServiceContract
