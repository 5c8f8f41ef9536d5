import type { ServiceContract } from './definition.ts'

/** Electricity: prepaid tokens and postpaid bills. */
export const power = {
  name: 'Power',
  slug: 'electricity',
  paymentFor: 'electricity',
} as const satisfies ServiceContract
