import type { ReactNode } from 'react'
import { refundAccountLinkTexts } from '../../shared/orders.ts'
import { dashboardPath, formPageUrl, refundAccountPageUrl, reportPageUrl } from '../../shared/pages.ts'
import type { SuccessPage } from '../pages.ts'
import { commonTexts, Overlay, StatusDisplay } from '../ui/index.ts'
import { DeliveredOrder } from './delivered-order.tsx'
import { FindOrder } from './find-order.tsx'
import { OrderCard } from './order-card.tsx'
import { PageNote } from './page-note.tsx'
import { RefundNotes } from './refund-notes.tsx'
import type { DeliveredOrderFields, SuccessDefinition } from './success-definition.ts'
import { successTexts } from './success-texts.ts'
import { purchaseTexts } from './texts.ts'
import { useDeliveredOrder } from './use-delivered-order.ts'

interface ServiceSuccessProps<O extends DeliveredOrderFields> {
  page: SuccessPage<O>
  definition: SuccessDefinition<O>
}

/** The page of a delivered order of any service: the purchase, or why it is not shown. */
export function ServiceSuccess<O extends DeliveredOrderFields>({ page, definition }: ServiceSuccessProps<O>) {
  const { service, fetchOrder, newOrderLabel } = definition
  const { order, isLoading, message } = useDeliveredOrder({ service, page, fetchOrder })
  if (order) {
    return (
      <OrderLayout page={page} biller={definition.biller(order).name}>
        <DeliveredOrder page={page} definition={definition} order={order} />
      </OrderLayout>
    )
  }
  if (isLoading) return <Overlay text={purchaseTexts.openingOrder()} />
  const noRecordText = commonTexts.noRecordFound()
  const isUnknown = message === null || message === noRecordText
  return (
    <StatusDisplay kind={isUnknown ? 'not-found' : 'error'} title={message ?? noRecordText} level={1}>
      {isUnknown && <FindOrder reference={page.reference} csrf={page.csrf} />}
      <a className={isUnknown ? 'btn btn-plain' : 'btn btn-primary'} href={formPageUrl(service)}>
        {newOrderLabel()}
      </a>
    </StatusDisplay>
  )
}

/** Notes above the order; its status, money and timeline below. */
function OrderLayout({
  page: { note, status, reference, accessToken, signedIn },
  biller,
  children,
}: {
  page: SuccessPage<unknown>
  biller: string
  children: ReactNode
}) {
  return (
    <div className="stack">
      <PageNote text={note} />
      <RefundNotes refunds={status?.extra_refunds ?? []}>
        {status?.refund_account && (
          <a href={refundAccountPageUrl(reference, accessToken)}>
            {refundAccountLinkTexts[status.refund_account.requires ?? 'nothing']()}
          </a>
        )}
      </RefundNotes>
      {children}
      {status ? (
        <section className="card stack no-print">
          <OrderCard
            order={status}
            biller={biller}
            help={reportPageUrl(reference, accessToken)}
            canSchedule={signedIn}
          />
        </section>
      ) : (
        <a className="btn btn-quiet btn-wide no-print" href={reportPageUrl(reference, accessToken)}>
          {commonTexts.reportProblem()}
        </a>
      )}
      {signedIn && (
        <a className="btn btn-plain btn-wide no-print" href={dashboardPath}>
          {successTexts.dashboard()}
        </a>
      )}
    </div>
  )
}
