import { homePath } from '../../shared/pages.ts'
import { processPower } from '../../shared/power.ts'
import { request } from '../lib/index.ts'
import type { ProcessPage } from '../pages.ts'
import { Process } from '../purchase/process.tsx'
import type { ServiceFlow } from '../purchase/service-flow.ts'
import { powerProcessTexts } from './process-texts.ts'

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
    meterType === 'postpaid' ? powerProcessTexts.payingBill() : powerProcessTexts.generatingToken(),
  processingText: (biller, meterType) =>
    meterType === 'postpaid'
      ? powerProcessTexts.sendingPayment({ biller })
      : powerProcessTexts.gettingToken({ biller }),
  deliverableText: (meterType) =>
    meterType === 'postpaid'
      ? powerProcessTexts.deliverableConfirmation()
      : powerProcessTexts.deliverableToken(),
  startOver: { text: powerProcessTexts.confirmMeterAgain, href: homePath },
}
