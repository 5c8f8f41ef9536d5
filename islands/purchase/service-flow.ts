import type { MeterType, Service } from '../../shared/constants.ts'
import type { Envelope } from '../../shared/contract.ts'
import { formPage } from '../../shared/pages.ts'

/** Response about an order in progress. `accessToken` is the access token of its success page. */
interface Progress {
  status: Envelope['status']
  accessToken: string | null
}

/** Service-specific parts of the process page. A postpaid bill has no token. */
export interface ServiceFlow {
  /** Processes the order once; undefined when the session has ended. */
  process: (reference: string, orderToken: string | null) => Promise<Progress | undefined>
  waitingText: (meterType: MeterType | null) => string
  /** Shown once the payment is received. */
  processingText: (company: string, meterType: MeterType | null) => string
  /** Content that is also sent by SMS. */
  deliverableText: (meterType: MeterType | null) => string
  startOver: { text: string; href: string }
}

/** The texts of every service except electricity. */
export const subscriptionTexts = (service: Service): Omit<ServiceFlow, 'process'> => ({
  waitingText: () => 'Processing your subscription, please wait...',
  processingText: (company) => `Sending your order to ${company}…`,
  deliverableText: () => 'The confirmation',
  startOver: { text: 'Start again', href: formPage(service) },
})
