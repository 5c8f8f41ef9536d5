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
  /** Heading of the page while the order is in progress. */
  waitingText: (meterType: MeterTypeCode | null) => string
  /** Text of the current step once the payment is received. */
  processingText: (biller: string, meterType: MeterTypeCode | null) => string
  /** The deliverable, which is also sent by SMS: "The token", "The confirmation". */
  deliverableText: (meterType: MeterTypeCode | null) => string
  startOver: { text: () => string; href: string }
}

/** The texts of a service that has none of its own: of every service except electricity. */
export const defaultFlowTexts = (service: Service): Omit<ServiceFlow, 'process'> => ({
  waitingText: () => processTexts.waiting(),
  processingText: (biller) => processTexts.sendingOrder({ biller }),
  deliverableText: () => processTexts.deliverableConfirmation(),
  startOver: { text: commonTexts.startAgain, href: formPageUrl(service) },
})
