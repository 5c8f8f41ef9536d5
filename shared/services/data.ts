import type { ServiceContract } from './definition.ts'
import { serviceTexts } from './texts.ts'

/** Mobile data plans. */
export const data = {
  get name() {
    return serviceTexts.data()
  },
  slug: 'data',
  paymentFor: 'vtu_data',
  tokenParam: 'p_ref',
  detailsName: 'vtu_data',
} as const satisfies ServiceContract
