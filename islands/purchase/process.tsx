import type { MeterTypeCode } from '../../shared/constants.ts'
import type { OrderProgress } from '../../shared/orders.ts'
import { detailsPageUrl, refundAccountPageUrl, reportPageUrl } from '../../shared/pages.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import type { ProcessPage } from '../pages.ts'
import { commonTexts, renderParts, StatusDisplay } from '../ui/index.ts'
import { BuyAgain } from './buy-again.tsx'
import { DateTime } from './date-time.tsx'
import { FindOrder } from './find-order.tsx'
import { OrderCard } from './order-card.tsx'
import { PageNote } from './page-note.tsx'
import { processTexts } from './process-texts.ts'
import { refundAccountText } from './refund-account-text.ts'
import { RefundNotes } from './refund-notes.tsx'
import type { ServiceFlow } from './service-flow.ts'
import { readStoredOrder } from './stored-order.ts'
import { type Processing, useProcessing } from './use-processing.ts'

interface ProcessProps {
  page: ProcessPage
  flow: ServiceFlow
}

/** Page after the checkout: shows each step until the delivery, the state of the money, and the result. */
export function Process({ page, flow }: ProcessProps) {
  const processing = useProcessing(page, flow.process)
  const { status, failure } = processing
  const meterType = useMeterType(page)
  const otherRefunds = status?.extra_refunds.filter(({ message }) => message !== status.money.message) ?? []

  if (processing.isUnknown) {
    return (
      <StatusDisplay kind="not-found" title={commonTexts.noRecordFound()} level={1}>
        <FindOrder reference={page.reference} csrf={page.csrf} />
      </StatusDisplay>
    )
  }
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <RefundNotes refunds={otherRefunds} />
      <div className="live-region" role="status">
        {processing.isStale && <StaleNote processing={processing} />}
      </div>
      {failure === null ? (
        <Waiting page={page} flow={flow} processing={processing} meterType={meterType} />
      ) : (
        <Failed page={page} flow={flow} status={status} failure={failure} />
      )}
    </div>
  )
}

/** The order in progress: its past steps with their times, the current one and the next ones. */
function Waiting({
  page: { reference, accessToken, biller, description },
  flow,
  processing,
  meterType,
}: ProcessProps & { processing: Processing; meterType: MeterTypeCode | null }) {
  const { status, isStale, isOffline, isSlow } = processing
  const isPaid = status?.money.status === 'received'
  const notes = (
    <>
      {isOffline && <p className="field-error">{processTexts.offline()}</p>}
      {isSlow && !isStale && <p>{processTexts.slow({ deliverable: flow.deliverableText(meterType) })}</p>}
    </>
  )
  return (
    <section className="card stack" aria-busy="true">
      <h1>{waitingTitle(processing, flow, meterType)}</h1>
      {description && <p className="lead">{description}</p>}
      {status ? (
        <OrderCard
          order={status}
          biller={biller}
          currentText={isPaid && biller ? flow.processingText(biller, meterType) : undefined}
          help={isSlow || isStale || status.review ? reportPageUrl(reference, accessToken) : null}
        >
          {notes}
        </OrderCard>
      ) : (
        <>
          <div className="stack" role="status">
            {notes}
          </div>
          <p className="field-hint">{processTexts.reference({ reference })}</p>
        </>
      )}
    </section>
  )
}

/** The service's text only for an order that is known to be in progress. */
function waitingTitle({ status, isStale }: Processing, flow: ServiceFlow, meterType: MeterTypeCode | null) {
  if (isStale) return processTexts.staleTitle()
  return status ? flow.waitingText(meterType) : processTexts.loadingOrder()
}

/** When the shown status was loaded, and what to do while a newer one cannot be loaded. */
const StaleNote = ({ processing: { status, statusLoadedAt, failure } }: { processing: Processing }) => (
  <div className="note stack">
    {failure !== null && <p>{processTexts.staleTitle()}</p>}
    {status && statusLoadedAt && (
      <p>
        {renderParts(processTexts.staleSince({ time: () => <DateTime key="time" value={statusLoadedAt} /> }))}
      </p>
    )}
    <p>{processTexts.staleHelp()}</p>
  </div>
)

/** Why the order was not delivered, where the money is, and what the customer can do. */
function Failed({
  page,
  flow,
  status,
  failure,
}: ProcessProps & { status: OrderProgress | null; failure: string }) {
  const { reference, accessToken, biller, description } = page
  const help = reportPageUrl(reference, accessToken)
  const accountText = refundAccountText(status)
  const isExpired = status?.state === 'expired'
  const isReturned = status !== null && isMoneyReturned(status)
  const message = status?.refund_account ? status.money.message : failure
  /** Its first sentence where the card has the others. */
  const title = isReturned && message === status?.money.message ? firstSentence(message) : message
  return (
    <section className="card stack">
      <StatusDisplay kind={isReturned || isExpired ? 'warning' : 'error'} title={title} level={1}>
        {description && <p>{description}</p>}
        <FailedActions page={page} flow={flow} status={status} />
      </StatusDisplay>
      {status ? (
        <OrderCard
          order={status}
          biller={biller}
          currentText={accountText}
          help={help}
          message={withoutStart(status.money.message, title)}
        />
      ) : (
        <p className="split field-hint">
          {processTexts.reference({ reference })}
          <a className="btn btn-quiet" href={help}>
            {commonTexts.reportProblem()}
          </a>
        </p>
      )}
    </section>
  )
}

/** The next steps: a bank account for the refund, another payment, or a new order. */
function FailedActions({
  page: { service, reference, accessToken, csrf },
  flow: { startOver },
  status,
}: ProcessProps & { status: OrderProgress | null }) {
  const accountText = refundAccountText(status)
  const isExpired = status?.state === 'expired'
  return (
    <>
      {accountText && (
        <a className="btn btn-primary" href={refundAccountPageUrl(reference, accessToken)}>
          {accountText}
        </a>
      )}
      {status?.can_pay && (
        <a className="btn btn-primary" href={detailsPageUrl(service, reference)}>
          {processTexts.payAgain()}
        </a>
      )}
      <a className={isExpired ? 'btn btn-primary' : 'btn btn-plain'} href={startOver.href}>
        {startOver.text()}
      </a>
      {status && (isExpired || isMoneyReturned(status)) && (
        <BuyAgain service={service} reference={reference} accessToken={accessToken ?? ''} csrf={csrf} />
      )}
    </>
  )
}

/** The money is refunded or being refunded, and the customer need not act: a warning, not an error. */
const isMoneyReturned = ({ refund_account, money }: OrderProgress): boolean =>
  !refund_account && (money.status === 'returning' || money.status === 'returned')

const firstSentence = (text: string): string => /^.*?[.](?= |$)/.exec(text)?.[0] ?? text

/** A text without the sentence that the heading has. */
const withoutStart = (text: string, start: string): string =>
  text.startsWith(start) ? text.slice(start.length).trim() : text

/** Prepaid or postpaid: from the page, otherwise from browser storage after hydration. */
function useMeterType({ service, reference, meter_type }: ProcessPage): MeterTypeCode | null {
  const isHydrated = useHydrated()
  const stored = isHydrated && !meter_type ? readStoredOrder(service, reference) : null
  return meter_type ?? stored?.meter_type ?? null
}
