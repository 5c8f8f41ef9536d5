import type { ServiceContract } from './definition.ts'
import { serviceTexts } from './texts.ts'

/** Exam PINs. */
export const education = {
  get name() {
    return serviceTexts.education()
  },
  slug: 'education',
  paymentFor: 'education',
} as const satisfies ServiceContract
