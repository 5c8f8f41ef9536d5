import { processAirtime } from '../../shared/airtime.ts'
import { processCabletv } from '../../shared/cabletv.ts'
import type { MeterType, Service } from '../../shared/constants.ts'
import type { Envelope } from '../../shared/contract.ts'
import { processData } from '../../shared/data.ts'
import { processEducation } from '../../shared/education.ts'
import { formPage, home } from '../../shared/pages.ts'
import { processPower } from '../../shared/power.ts'
import { request } from '../lib/index.ts'

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

const subscription = (service: Service) => ({
  waitingText: () => 'Processing your subscription, please wait...',
  processingText: (company: string) => `Sending your order to ${company}…`,
  deliverableText: () => 'The confirmation',
  startOver: { text: 'Start again', href: formPage(service) },
})

export const serviceFlows: Record<Service, ServiceFlow> = {
  power: {
    async process(serviceId, accessToken) {
      const envelope = await request(processPower, { body: { serviceId, accessToken }, quiet: true })
      return envelope && { status: envelope.status, accessToken: envelope.data?.access_token ?? null }
    },
    waitingText: (meterType) =>
      meterType === 'postpaid' ? 'Paying your bill, please wait...' : 'Generating your token, please wait...',
    processingText: (company, meterType) =>
      meterType === 'postpaid'
        ? `Sending your payment to ${company}…`
        : `Getting your token from ${company}…`,
    deliverableText: (meterType) => (meterType === 'postpaid' ? 'The confirmation' : 'Your token'),
    startOver: { text: 'Re-confirm meter number', href: home },
  },
  cabletv: {
    ...subscription('cabletv'),
    async process(serviceId, orderToken) {
      const envelope = await request(processCabletv, { body: { serviceId }, orderToken, quiet: true })
      return envelope && { status: envelope.status, accessToken: envelope.data?.access_token ?? null }
    },
  },
  airtime: {
    ...subscription('airtime'),
    async process(serviceId, orderToken) {
      const envelope = await request(processAirtime, { body: { serviceId }, orderToken, quiet: true })
      return envelope && { status: envelope.status, accessToken: envelope.data?.ref ?? null }
    },
  },
  data: {
    ...subscription('data'),
    async process(serviceId, orderToken) {
      const envelope = await request(processData, { body: { serviceId }, orderToken, quiet: true })
      return envelope && { status: envelope.status, accessToken: envelope.data?.ref ?? null }
    },
  },
  education: {
    ...subscription('education'),
    async process(serviceId, orderToken) {
      // Source: decision D-005.
      const body = { serviceId, requestId: orderToken ?? serviceId }
      const envelope = await request(processEducation, { body, quiet: true })
      return envelope && { status: envelope.status, accessToken: envelope.data?.request_id ?? null }
    },
    deliverableText: () => 'Your PIN',
  },
}
