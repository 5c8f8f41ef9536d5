import type { ServiceContract } from './definition.ts'
import { serviceTexts } from './texts.ts'

/** Electricity: prepaid tokens and postpaid bills. */
export const power = {
  get name() {
    return serviceTexts.power()
  },
  slug: 'electricity',
  paymentFor: 'electricity',
} as const satisfies ServiceContract
