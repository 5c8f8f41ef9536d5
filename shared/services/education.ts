import type { ServiceContract } from './definition.ts'

/** Exam PINs. */
export const education = {
  name: 'School',
  slug: 'education',
  paymentFor: 'education',
} as const satisfies ServiceContract
