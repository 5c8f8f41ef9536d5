import { processAirtime } from '../../shared/airtime.ts'
import { processCabletv } from '../../shared/cabletv.ts'
import type { MeterType, Service } from '../../shared/constants.ts'
import type { Envelope } from '../../shared/contract.ts'
import { processData } from '../../shared/data.ts'
import { processEducation } from '../../shared/education.ts'
import { formPage, home } from '../../shared/pages.ts'
import { processPower } from '../../shared/power.ts'
import { ask } from '../lib/index.ts'

/** One answer about an order under way. `second` is the other value of its success page. */
interface Progress {
  status: Envelope['status']
  second: string | null
}

/** What the process screen needs to know of each service. A bill has no token to wait for. */
export interface Journey {
  /** Asks once to bring the order on; undefined when the session had ended. */
  process: (reference: string, secret: string | null) => Promise<Progress | undefined>
  waits: (meterType: MeterType | null) => string
  /** Said once the money is here. */
  asks: (company: string, meterType: MeterType | null) => string
  /** What also comes by SMS. */
  follows: (meterType: MeterType | null) => string
  startOver: { text: string; href: string }
}

const known = (secret: string | null) => (secret ? { accessToken: secret } : {})

const subscription = (service: Service) => ({
  waits: () => 'Processing your subscription, please wait...',
  asks: (company: string) => `Asking ${company} to deliver…`,
  follows: () => 'The confirmation',
  startOver: { text: 'Start again', href: formPage(service) },
})

export const journeys: Record<Service, Journey> = {
  power: {
    async process(serviceId, accessToken) {
      const answer = await ask(processPower, { body: { serviceId, accessToken }, quiet: true })
      return answer && { status: answer.status, second: answer.data?.access_token ?? null }
    },
    waits: (meterType) =>
      meterType === 'postpaid' ? 'Paying your bill, please wait...' : 'Generating your token, please wait...',
    asks: (company, meterType) =>
      meterType === 'postpaid'
        ? `Telling ${company} about your payment…`
        : `Asking ${company} for your token…`,
    follows: (meterType) => (meterType === 'postpaid' ? 'The confirmation' : 'Your token'),
    startOver: { text: 'Re-confirm meter number', href: home },
  },
  cabletv: {
    ...subscription('cabletv'),
    async process(serviceId, secret) {
      const answer = await ask(processCabletv, { body: { serviceId, ...known(secret) }, quiet: true })
      return answer && { status: answer.status, second: answer.data?.access_token ?? null }
    },
  },
  airtime: {
    ...subscription('airtime'),
    async process(serviceId, secret) {
      const answer = await ask(processAirtime, { body: { serviceId, ...known(secret) }, quiet: true })
      return answer && { status: answer.status, second: answer.data?.ref ?? null }
    },
  },
  data: {
    ...subscription('data'),
    async process(serviceId, secret) {
      const answer = await ask(processData, { body: { serviceId, ...known(secret) }, quiet: true })
      return answer && { status: answer.status, second: answer.data?.ref ?? null }
    },
  },
  education: {
    ...subscription('education'),
    async process(serviceId, secret) {
      // Source: decision D-005.
      const body = { serviceId, requestId: secret ?? serviceId }
      const answer = await ask(processEducation, { body, quiet: true })
      return answer && { status: answer.status, second: answer.data?.request_id ?? null }
    },
    follows: () => 'Your PIN',
  },
}
