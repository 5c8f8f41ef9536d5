import { processAirtime } from '../../shared/airtime.ts'
import { request } from '../lib/index.ts'
import type { ProcessPage } from '../pages.ts'
import { Process } from '../purchase/process.tsx'
import { defaultFlowTexts, type ServiceFlow } from '../purchase/service-flow.ts'

/** Processing of a paid order. */
export default function AirtimeProcess(page: ProcessPage) {
  return <Process page={page} flow={flow} />
}

const flow: ServiceFlow = {
  ...defaultFlowTexts('airtime'),
  async process(serviceId, accessToken) {
    const envelope = await request(processAirtime, { body: { serviceId }, accessToken, quiet: true })
    return envelope && { status: envelope.status, accessToken: envelope.data?.ref ?? null }
  },
}
