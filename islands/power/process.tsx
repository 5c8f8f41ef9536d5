import { home } from '../../shared/pages.ts'
import { processPower } from '../../shared/power.ts'
import { request } from '../lib/index.ts'
import type { ProcessPage } from '../pages.ts'
import { Process } from '../purchase/process.tsx'
import type { ServiceFlow } from '../purchase/service-flow.ts'

/** Processing of a paid order. */
export default function PowerProcess(page: ProcessPage) {
  return <Process page={page} flow={flow} />
}

const flow: ServiceFlow = {
  async process(serviceId, accessToken) {
    const envelope = await request(processPower, { body: { serviceId, accessToken }, quiet: true })
    return envelope && { status: envelope.status, accessToken: envelope.data?.access_token ?? null }
  },
  waitingText: (meterType) =>
    meterType === 'postpaid' ? 'Paying your bill, please wait...' : 'Generating your token, please wait...',
  processingText: (company, meterType) =>
    meterType === 'postpaid' ? `Sending your payment to ${company}…` : `Getting your token from ${company}…`,
  deliverableText: (meterType) => (meterType === 'postpaid' ? 'The confirmation' : 'Your token'),
  startOver: { text: 'Re-confirm meter number', href: home },
}
