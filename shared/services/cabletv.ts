import type { ServiceContract } from './definition.ts'
import { serviceTexts } from './texts.ts'

/** Cable TV subscriptions. */
export const cabletv = {
  get name() {
    return serviceTexts.cabletv()
  },
  slug: 'cabletv',
  paymentFor: 'cabletv',
} as const satisfies ServiceContract
