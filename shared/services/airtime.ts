import type { ServiceContract } from './definition.ts'
import { serviceTexts } from './texts.ts'

/** Airtime. */
export const airtime = {
  get name() {
    return serviceTexts.airtime()
  },
  slug: 'airtime',
  paymentFor: 'vtu_airtime',
  tokenParam: 'p_ref',
} as const satisfies ServiceContract
