import type { ReactNode } from 'react'
import type { Service } from '../../shared/constants.ts'
import { refundAccountLinkTexts } from '../../shared/orders.ts'
import { dashboardPath, formPage, refundAccountPage, reportPage } from '../../shared/pages.ts'
import { formatMoney } from '../lib/index.ts'
import type { SuccessPage } from '../pages.ts'
import {
  Button,
  commonTexts,
  type Detail,
  DetailsList,
  Overlay,
  PrintIcon,
  StatusDisplay,
} from '../ui/index.ts'
import { CodeCard, type CopyTexts } from './code-card.tsx'
import { DateTime } from './date-time.tsx'
import { FindOrder } from './find-order.tsx'
import { Logo } from './logo.tsx'
import { PageNote } from './page-note.tsx'
import { RefundNotes } from './refund-notes.tsx'
import { successTexts } from './success-texts.ts'
import { purchaseTexts } from './texts.ts'
import { useDelivered } from './use-delivered.ts'

/** A code to redeem elsewhere: a PIN, a serial number, a voucher. */
export interface Code {
  label: string
  code: string
  copyTexts: CopyTexts
}

interface DeliveredOrderPageProps<O> {
  service: Service
  page: SuccessPage<O>
  fetchOrder: (reference: string, accessToken: string) => Promise<O | null>
  /** Label of the link to a new order: 'Buy airtime'. */
  newOrderLabel: () => string
  children: (order: O) => ReactNode
}

/** The page of a delivered order of any service: the purchase, or why it is not shown. */
export function DeliveredOrderPage<O>({
  service,
  page,
  fetchOrder,
  newOrderLabel,
  children,
}: DeliveredOrderPageProps<O>) {
  const { order, isLoading, message } = useDelivered({ service, page, fetchOrder })
  if (order) {
    return (
      <div className="stack">
        <PageNote text={page.note} />
        <RefundNotes refunds={page.refunds ?? []}>
          {page.refund && (
            <a href={refundAccountPage(page.reference, page.accessToken)}>
              {refundAccountLinkTexts[page.refund.requires ?? 'nothing']()}
            </a>
          )}
        </RefundNotes>
        {children(order)}
        {page.signedIn && (
          <a className="btn btn-primary btn-wide no-print" href={dashboardPath}>
            {successTexts.dashboard()}
          </a>
        )}
        <a className="btn btn-quiet btn-wide no-print" href={reportPage(page.reference, page.accessToken)}>
          {commonTexts.reportProblem()}
        </a>
      </div>
    )
  }
  if (isLoading) return <Overlay text={purchaseTexts.openingOrder()} />
  const noRecordText = commonTexts.noRecordFound()
  const isUnknown = message === null || message === noRecordText
  return (
    <StatusDisplay kind={isUnknown ? 'not-found' : 'error'} title={message ?? noRecordText} level={1}>
      {isUnknown && <FindOrder reference={page.reference} csrf={page.csrf} />}
      <a className={isUnknown ? 'btn btn-plain' : 'btn btn-primary'} href={formPage(service)}>
        {newOrderLabel()}
      </a>
    </StatusDisplay>
  )
}

/** Service-specific parts of the success page, which is also the receipt. Source: decision D-076. */
export interface SuccessDefinition<O> {
  service: Service
  fetchOrder: (reference: string, accessToken: string) => Promise<O | null>
  title: (order: O) => string
  /** How to use the codes, or who has received the money. */
  lead?: (order: O) => string | null
  codes?: (order: O) => Code[]
  company: (order: O) => { logo: string; name: string }
  rows: (order: O) => Detail[]
  newOrderLabel: () => string
}

export const ServiceSuccess = <O,>({
  page,
  definition,
}: {
  page: SuccessPage<O>
  definition: SuccessDefinition<O>
}) => (
  <DeliveredOrderPage
    service={definition.service}
    page={page}
    fetchOrder={definition.fetchOrder}
    newOrderLabel={definition.newOrderLabel}
  >
    {(order) => <Receipt order={order} definition={definition} brandName={page.brandName} />}
  </DeliveredOrderPage>
)

function Receipt<O>({
  order,
  definition,
  brandName,
}: {
  order: O
  definition: SuccessDefinition<O>
  brandName: string
}) {
  const codes = definition.codes?.(order) ?? []
  const company = definition.company(order)
  const lead = definition.lead?.(order)
  return (
    <section className="card stack">
      <StatusDisplay kind="success" title={definition.title(order)} level={1}>
        {lead && <p>{lead}</p>}
      </StatusDisplay>
      {codes.length > 0 && (
        <ul className="stack">
          {codes.map(({ label, code, copyTexts }) => (
            <li key={`${label}${code}`} className="stack">
              <h2>{label}</h2>
              <CodeCard label={label} code={code} copyTexts={copyTexts} isOneOfMany={codes.length > 1} />
            </li>
          ))}
        </ul>
      )}
      <div className="card-head">
        <Logo src={company.logo} />
        <p>
          <strong>{company.name}</strong>
        </p>
      </div>
      <DetailsList items={definition.rows(order)} />
      <p className="field-hint">{successTexts.receiptOf({ brand: brandName })}</p>
      <Button kind="plain" className="btn-wide no-print" onClick={() => window.print()}>
        <PrintIcon />
        {successTexts.printReceipt()}
      </Button>
      <a className="btn btn-plain btn-wide no-print" href={formPage(definition.service)}>
        {definition.newOrderLabel()}
      </a>
    </section>
  )
}

interface PaidOrder {
  reference: string
  amount: number
  service_charge: number
  total_amount: number
  created_at: string
}

/** Price rows of every receipt. Source: decision D-050. */
export const paidRows = (order: PaidOrder): Detail[] => [
  { label: successTexts.cost(), value: formatMoney(order.amount) },
  ...(order.service_charge > 0
    ? [
        { label: commonTexts.serviceCharge(), value: formatMoney(order.service_charge) },
        { label: successTexts.totalPaid(), value: formatMoney(order.total_amount), strong: true },
      ]
    : []),
  { label: commonTexts.reference(), value: order.reference },
  { label: commonTexts.date(), value: <DateTime value={order.created_at} />, wide: true },
]
