import { processCabletv } from '../../shared/cabletv.ts'
import { request } from '../lib/index.ts'
import type { ProcessPage } from '../pages.ts'
import { Process } from '../purchase/process.tsx'
import { defaultFlowTexts, type ServiceFlow } from '../purchase/service-flow.ts'

/** Processing of a paid order. */
export default function CabletvProcess(page: ProcessPage) {
  return <Process page={page} flow={flow} />
}

const flow: ServiceFlow = {
  ...defaultFlowTexts('cabletv'),
  async process(serviceId, accessToken) {
    const envelope = await request(processCabletv, { body: { serviceId }, accessToken, quiet: true })
    return envelope && { status: envelope.status, accessToken: envelope.data?.access_token ?? null }
  },
}
