import { useEffect, useState } from 'react'
import type { MeterTypeCode } from '../../shared/constants.ts'
import { refundAccountLinkTexts } from '../../shared/orders.ts'
import { detailsPage, refundAccountPage, reportPage } from '../../shared/pages.ts'
import type { ProcessPage } from '../pages.ts'
import { commonTexts, StatusDisplay } from '../ui/index.ts'
import { FindOrder } from './find-order.tsx'
import { PageNote } from './page-note.tsx'
import { processTexts } from './process-texts.ts'
import { RefundNotes } from './refund-notes.tsx'
import type { ServiceFlow } from './service-flow.ts'
import { readStoredOrder } from './stored-order.ts'
import { useProcessing } from './use-processing.ts'

/** Page after the checkout: waits for the delivery and shows the state of the money and the result. */
export function Process({ page, flow }: { page: ProcessPage; flow: ServiceFlow }) {
  const { service, reference, accessToken, company, note } = page
  const { status, isOffline, isSlow, failure, isUnknown } = useProcessing(page, flow.process)
  const meterType = useMeterType(page)
  const otherRefunds = status?.extra_refunds.filter(({ message }) => message !== status.money.message) ?? []

  if (isUnknown) {
    return (
      <div className="card">
        <StatusDisplay kind="not-found" title={commonTexts.noRecordFound()} level={1}>
          <FindOrder reference={reference} csrf={page.csrf} />
        </StatusDisplay>
      </div>
    )
  }
  if (failure !== null) {
    return (
      <div className="card">
        <StatusDisplay kind="error" title={status?.refund_account ? status.money.message : failure} level={1}>
          {status && !status.refund_account && status.money.message !== failure && (
            <p className="lead">{status.money.message}</p>
          )}
          {status?.refund_account && (
            <a className="btn btn-primary" href={refundAccountPage(reference, accessToken)}>
              {refundAccountLinkTexts[status.refund_account.requires ?? 'nothing']()}
            </a>
          )}
          {status?.can_pay && (
            <a className="btn btn-primary" href={detailsPage(service, reference)}>
              {processTexts.payAgain()}
            </a>
          )}
          <a className="btn btn-plain" href={flow.startOver.href}>
            {flow.startOver.text()}
          </a>
          <a className="btn btn-quiet" href={reportPage(reference, accessToken)}>
            {commonTexts.reportProblem()}
          </a>
          <p className="field-hint">{processTexts.reference({ reference })}</p>
          <RefundNotes refunds={otherRefunds} />
        </StatusDisplay>
      </div>
    )
  }
  const isPaid = status?.money.status === 'received'
  return (
    <div className="stack">
      <PageNote text={note} />
      <RefundNotes refunds={otherRefunds} />
      <section className="card status status-info" aria-busy="true">
        <span className="status-icon" aria-hidden="true">
          <span className="spinner" />
        </span>
        <h1>{flow.waitingText(meterType)}</h1>
        <div className="stack" role="status">
          {status && <p>{status.money.message}</p>}
          {isPaid && company && <p>{flow.processingText(company, meterType)}</p>}
          {isOffline && <p className="field-error">{processTexts.offline()}</p>}
          {isSlow && <p>{processTexts.slow({ deliverable: flow.deliverableText(meterType) })}</p>}
        </div>
        {(isSlow || status?.review) && (
          <a className="btn btn-quiet" href={reportPage(reference, accessToken)}>
            {commonTexts.reportProblem()}
          </a>
        )}
        <p className="field-hint">{processTexts.reference({ reference })}</p>
      </section>
    </div>
  )
}

/** Prepaid or postpaid: from the page, otherwise from browser storage after hydration. */
function useMeterType({ service, reference, meter_type }: ProcessPage): MeterTypeCode | null {
  const [stored, setStored] = useState<MeterTypeCode | null>(null)
  useEffect(() => setStored(readStoredOrder(service, reference)?.meter_type ?? null), [service, reference])
  return meter_type ?? stored
}
