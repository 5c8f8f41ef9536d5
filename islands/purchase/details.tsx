import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import { formPageUrl, newPaymentRequestPageUrl, payPageUrl, reportPageUrl } from '../../shared/pages.ts'
import { formatMoney, saveOrderDetails } from '../lib/index.ts'
import { useSignedIn } from '../lib/use-signed-in.ts'
import type { DetailsPage } from '../pages.ts'
import { commonTexts, type Detail, DetailsList, Overlay, StatusDisplay } from '../ui/index.ts'
import { BuyAgain } from './buy-again.tsx'
import { detailsTexts } from './details-texts.ts'
import { FindOrder } from './find-order.tsx'
import { Logo } from './logo.tsx'
import type { OrderDetails, PayableOrder } from './order.ts'
import { PageNote } from './page-note.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { ServiceUnavailable } from './service-unavailable.tsx'
import { purchaseTexts } from './texts.ts'
import { useDetails } from './use-details.ts'

interface Customer {
  name: string
  detail?: string | null
  badge?: string | null
}

/** Service-specific parts of the details page. */
export interface DetailsDefinition<D extends OrderDetails> {
  service: Service
  schema: z.ZodMiniType<D>
  /** Fetches an order that is neither in the page nor in storage. */
  fetch?: (reference: string) => Promise<D | null>
  /** The question above the details: "Is this the right meter?" */
  title: (details: D) => string
  /** The disco or network. */
  biller: (details: D) => { logo: string; name: ReactNode }
  /** The customer. */
  customer: (details: D) => Customer
  rows: (details: D) => Detail[]
  /** Product and beneficiary, as shown in the payment dialog. */
  paymentSummary: (details: D) => Pick<PayableOrder, 'description' | 'beneficiary'>
  /** A control that can still change the order. */
  Choice?: ComponentType<{ details: D; csrf: string }>
  /** Target of Cancel; default: the service's form. */
  cancel?: string
}

interface ServiceDetailsProps<D extends OrderDetails> {
  page: DetailsPage<D>
  definition: DetailsDefinition<D>
}

/** Customer and amounts, to check before paying. */
export function ServiceDetails<D extends OrderDetails>({ page, definition }: ServiceDetailsProps<D>) {
  const { service, schema, fetch } = definition
  const details = useDetails({ service, reference: page.reference, details: page.details, schema, fetch })
  if (details === 'loading') return <Overlay text={purchaseTexts.openingOrder()} />
  if (details) return <DetailsReview page={page} definition={definition} details={details} />
  return (
    <StatusDisplay kind="not-found" title={commonTexts.noRecordFound()} level={1}>
      <FindOrder reference={page.reference} csrf={page.csrf} />
      <a className="btn btn-plain" href={formPageUrl(service)}>
        {detailsTexts.startNewOrder()}
      </a>
    </StatusDisplay>
  )
}

const CustomerSummary = ({ name, detail, badge }: Customer) => (
  <div>
    <h2 className="text-2xl">{name}</h2>
    {detail && <p className="text-lg">{detail}</p>}
    {badge && <p className="badge">{badge}</p>}
  </div>
)

const CancelLinks = ({ service, cancel }: Pick<DetailsDefinition<OrderDetails>, 'service' | 'cancel'>) => (
  <>
    <a className="btn btn-plain btn-wide" href={cancel ?? formPageUrl(service)}>
      {detailsTexts.cancel()}
    </a>
    {cancel && (
      <a className="btn btn-plain btn-wide" href={formPageUrl(service)}>
        {detailsTexts.edit()}
      </a>
    )}
  </>
)

interface OrderStatusNoteProps {
  message: string
  reference: string
  /** Pays for the order again; null where it cannot be paid. */
  payAgain: ReactNode
}

/** The state of an order that is not new; a phone has no other button to pay on its first screen. */
const OrderStatusNote = ({ message, reference, payAgain }: OrderStatusNoteProps) => (
  <div className="note">
    <p>{message}</p>
    {payAgain && <p>{detailsTexts.notChargedTwice()}</p>}
    <p className="row">
      {payAgain}
      <a className="btn btn-quiet" href={reportPageUrl(reference)}>
        {commonTexts.reportProblem()}
      </a>
    </p>
  </div>
)

function DetailsReview<D extends OrderDetails>({
  page: { status, outage, options, trustSentences, note, simulated, csrf, ...page },
  definition,
  details,
}: ServiceDetailsProps<D> & { details: D }) {
  const signedIn = useSignedIn(page.signedIn)
  const [isPaying, setIsPaying] = useState(false)
  const isQuoted = !status || status.state === 'quoted'
  const canPay = isQuoted || status.can_pay
  const isExpired = status?.state === 'expired'
  const { service, Choice, cancel } = definition
  const biller = definition.biller(details)
  const payUrl = payPageUrl(service, details.order_reference)

  function pay(event: MouseEvent) {
    event.preventDefault()
    setIsPaying(true)
  }

  return (
    <div className="stack">
      <PageNote text={note} />
      <h1>{titleOf(status, definition.title(details))}</h1>
      {!isQuoted && (
        <OrderStatusNote
          message={status.money.message}
          reference={details.order_reference}
          payAgain={
            canPay &&
            !outage && (
              <a className="btn btn-primary" href={payUrl} onClick={pay}>
                {detailsTexts.payAgain()}
              </a>
            )
          }
        />
      )}
      <section className="card stack">
        <div className="card-head">
          <Logo src={biller.logo} />
          <p>{biller.name}</p>
        </div>
        <CustomerSummary {...definition.customer(details)} />
        {Choice && isQuoted && <Choice details={details} csrf={csrf} />}
        <DetailsList items={definition.rows(details)} />
        {canPay && outage && <ServiceUnavailable status={outage} />}
        {canPay && !outage && (
          <a className="btn btn-primary btn-wide" href={payUrl} onClick={pay}>
            {detailsTexts.pay()}
          </a>
        )}
        {signedIn && isQuoted && !outage && (
          <a className="btn btn-plain btn-wide" href={newPaymentRequestPageUrl(details.order_reference)}>
            {detailsTexts.askAnotherPerson()}
          </a>
        )}
        {isExpired ? (
          <div className="row">
            <a className="btn btn-primary" href={formPageUrl(service)}>
              {detailsTexts.startNewOrder()}
            </a>
            <BuyAgain service={service} reference={details.order_reference} accessToken="" csrf={csrf} />
          </div>
        ) : (
          <CancelLinks service={service} cancel={cancel} />
        )}
      </section>
      {isPaying && (
        <PaymentDialog
          order={{
            ...definition.paymentSummary(details),
            service,
            reference: details.order_reference,
            serviceId: details.service_id,
            serviceCharge: details.service_charge,
            total: details.total_amount,
          }}
          options={options}
          trustSentences={trustSentences}
          signedIn={page.signedIn}
          simulated={simulated}
          // After the end of the session, the stored access token opens the page of the paid order.
          beforeCheckout={() => saveOrderDetails(service, details)}
          onClose={() => setIsPaying(false)}
        />
      )}
    </div>
  )
}

/** A new order asks to check it; an order that was not paid, or not in time, says so. */
function titleOf(status: OrderStatus | null, question: string): string {
  if (status?.state === 'expired') return detailsTexts.expiredTitle()
  return status?.state === 'awaiting_payment' && status.can_pay ? detailsTexts.unpaidTitle() : question
}

/** Price rows of every details page. Source: ruling D-050. */
export const priceRows = (order: {
  amount: number
  service_charge: number
  total_amount: number
}): Detail[] => [
  { label: detailsTexts.vendAmount(), value: formatMoney(order.amount) },
  { label: commonTexts.serviceCharge(), value: formatMoney(order.service_charge) },
  { label: commonTexts.totalAmount(), value: formatMoney(order.total_amount), strong: true },
]
