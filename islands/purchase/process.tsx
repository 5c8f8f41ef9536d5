import { useEffect, useState } from 'react'
import type { MeterType } from '../../shared/constants.ts'
import { detailsPage, refundAccountPage, reportPage } from '../../shared/pages.ts'
import { offlineText } from '../lib/index.ts'
import type { ProcessPage } from '../pages.ts'
import { StatusDisplay } from '../ui/index.ts'
import { journeys } from './journeys.ts'
import { readKept } from './kept.ts'
import { PageNote } from './page-note.tsx'
import { useProcessing } from './use-processing.ts'

/** After the checkout: waits for the delivery, says what is known about the money, and how it ended. */
export default function Process(page: ProcessPage) {
  const { service, reference, second, company, note } = page
  const { status, isOffline, isLong, failure } = useProcessing(page)
  const meterType = useMeterType(page)
  const words = journeys[service]

  if (failure !== null) {
    return (
      <div className="card">
        <StatusDisplay kind="error" title={status?.refund_account ? status.money.says : failure} level={1}>
          {status && !status.refund_account && status.money.says !== failure && (
            <p className="lead">{status.money.says}</p>
          )}
          {status?.refund_account && (
            <a className="btn btn-primary" href={refundAccountPage(reference, second)}>
              Tell us an account for your refund
            </a>
          )}
          {status?.may_pay && (
            <a className="btn btn-primary" href={detailsPage(service, reference)}>
              Try the payment again
            </a>
          )}
          <a className="btn btn-plain" href={words.startOver.href}>
            {words.startOver.text}
          </a>
          <a className="btn btn-quiet" href={reportPage(reference, second)}>
            Report a problem
          </a>
          <p className="field-hint">Reference {reference}</p>
        </StatusDisplay>
      </div>
    )
  }
  const isPaid = status?.money.is === 'received'
  return (
    <div className="stack">
      <PageNote text={note} />
      <section className="card status status-info" aria-busy="true">
        <span className="status-icon" aria-hidden="true">
          <span className="spinner" />
        </span>
        <h1>{words.waits(meterType)}</h1>
        <div className="stack" role="status">
          {status && <p>{status.money.says}</p>}
          {isPaid && company && <p>{words.asks(company, meterType)}</p>}
          {isOffline && <p className="field-error">{offlineText}. We go on as soon as it is back.</p>}
          {isLong && (
            <p>
              This takes longer than usual. {words.follows(meterType)} also comes by SMS, and by e-mail if you
              gave one. You may close this page. You do not need to pay again.
            </p>
          )}
        </div>
        {(isLong || status?.review) && (
          <a className="btn btn-quiet" href={reportPage(reference, second)}>
            Report a problem
          </a>
        )}
        <p className="field-hint">Reference {reference}</p>
      </section>
    </div>
  )
}

/** Prepaid or postpaid: from the page, else from what this browser kept, once it may be read. */
function useMeterType({ service, reference, meter_type }: ProcessPage): MeterType | null {
  const [kept, setKept] = useState<MeterType | null>(null)
  useEffect(() => setKept(readKept(service, reference)?.meter_type ?? null), [service, reference])
  return meter_type ?? kept
}
