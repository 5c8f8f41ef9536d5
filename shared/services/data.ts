import type { ServiceContract } from './definition.ts'

/** Mobile data plans. */
export const data = {
  name: 'Data',
  slug: 'data',
  paymentFor: 'vtu_data',
  tokenParam: 'p_ref',
  detailsName: 'vtu_data',
} as const satisfies ServiceContract
