import type { MeterTypeCode, Service } from '../../shared/constants.ts'
import type { Envelope } from '../../shared/contract.ts'
import { formPageUrl } from '../../shared/pages.ts'
import { commonTexts } from '../ui/index.ts'
import { processTexts } from './process-texts.ts'

/** Response about an order in progress. `accessToken` is the access token of its success page. */
interface Progress {
  status: Envelope['status']
  accessToken: string | null
}

/** Service-specific parts of the process page. A postpaid bill has no token. */
export interface ServiceFlow {
  /** Processes the order once; undefined when the session has ended. */
  process: (reference: string, accessToken: string | null) => Promise<Progress | undefined>
  waitingText: (meterType: MeterTypeCode | null) => string
  /** Shown once the payment is received. */
  processingText: (company: string, meterType: MeterTypeCode | null) => string
  /** Content that is also sent by SMS. */
  deliverableText: (meterType: MeterTypeCode | null) => string
  startOver: { text: () => string; href: string }
}

/** The texts of every service except electricity. */
export const subscriptionTexts = (service: Service): Omit<ServiceFlow, 'process'> => ({
  waitingText: () => processTexts.waiting(),
  processingText: (company) => processTexts.sendingOrder({ company }),
  deliverableText: () => processTexts.deliverableConfirmation(),
  startOver: { text: commonTexts.startAgain, href: formPageUrl(service) },
})
