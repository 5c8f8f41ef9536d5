import { processEducation } from '../../shared/education.ts'
import { request } from '../lib/index.ts'
import type { ProcessPage } from '../pages.ts'
import { Process } from '../purchase/process.tsx'
import { defaultFlowTexts, type ServiceFlow } from '../purchase/service-flow.ts'
import { educationTexts } from './texts.ts'

/** Processing of a paid order. */
export default function EducationProcess(page: ProcessPage) {
  return <Process page={page} flow={flow} />
}

const flow: ServiceFlow = {
  ...defaultFlowTexts('education'),
  async process(serviceId, accessToken) {
    // Without the `request_id` of the created order, its reference is sent. Source: ruling D-005.
    const body = { serviceId, requestId: accessToken ?? serviceId }
    const envelope = await request(processEducation, { body, quiet: true })
    return envelope && { status: envelope.status, accessToken: envelope.data?.request_id ?? null }
  },
  deliverableText: () => educationTexts.deliverablePin(),
}
