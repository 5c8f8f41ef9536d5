import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import { formPage, payPage, reportPage } from '../../shared/pages.ts'
import { formatMoney } from '../lib/index.ts'
import type { DetailsPage } from '../pages.ts'
import { type Detail, DetailsList, Overlay, StatusDisplay } from '../ui/index.ts'
import { Logo } from './logo.tsx'
import type { OrderDetails, PayableOrder } from './order.ts'
import { PageNote } from './page-note.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { useDetails } from './use-details.ts'

/** What the details page of a service says; everything else is the same for all. */
export interface DetailsOf<D extends OrderDetails> {
  service: Service
  schema: z.ZodMiniType<D>
  /** Asks for an order that neither page nor storage brought. */
  fetch?: (reference: string) => Promise<D | null>
  /** The question to be answered before paying: "Is this the right meter?" */
  title: string
  /** Who sells. */
  company: (details: D) => { logo: string; name: ReactNode }
  /** Who is served. */
  customer: (details: D) => { name: string; line?: string | null; badge?: string | null }
  rows: (details: D) => Detail[]
  /** What is bought and for whom, in the words of the payment. */
  payable: (details: D) => Pick<PayableOrder, 'description' | 'beneficiary'>
  /** A choice that may still change the order. */
  Choice?: ComponentType<{ details: D; csrf: string }>
  /** Where Cancel leads; the service's form unless said otherwise. */
  cancel?: string
}

interface ServiceDetailsProps<D extends OrderDetails> {
  page: DetailsPage<D>
  about: DetailsOf<D>
}

/** Who is served and what is charged, to be checked before paying. */
export function ServiceDetails<D extends OrderDetails>({ page, about }: ServiceDetailsProps<D>) {
  const { service, schema, fetch } = about
  const details = useDetails({ service, reference: page.reference, details: page.details, schema, fetch })
  if (details === 'asking') return <Overlay text="Opening your order, please wait..." />
  if (details) return <Check page={page} about={about} details={details} />
  return (
    <StatusDisplay kind="not-found" title="No record found" level={1}>
      <p>We could not find this order in this browser. No money was taken.</p>
      <a className="btn btn-primary" href={formPage(service)}>
        Start again
      </a>
    </StatusDisplay>
  )
}

function Check<D extends OrderDetails>({
  page: { status, options, note, signedIn, simulated, csrf },
  about,
  details,
}: ServiceDetailsProps<D> & { details: D }) {
  const [isPaying, setIsPaying] = useState(false)
  const isFresh = !status || status.state === 'quoted'
  const mayPay = isFresh || status.may_pay
  const { service, Choice, cancel } = about
  const company = about.company(details)
  const customer = about.customer(details)

  function pay(event: MouseEvent) {
    event.preventDefault()
    setIsPaying(true)
  }

  return (
    <div className="stack">
      <PageNote text={note} />
      <h1>{about.title}</h1>
      {!isFresh && (
        <div className="note">
          <p>{status.money.says}</p>
          {mayPay && <p>You can pay for this same order again.</p>}
          <a className="btn btn-quiet" href={reportPage(details.order_reference)}>
            Report a problem
          </a>
        </div>
      )}
      <section className="card stack">
        <div className="card-head">
          <Logo src={company.logo} />
          <p>{company.name}</p>
        </div>
        <div>
          <h2 className="text-2xl">{customer.name}</h2>
          {customer.line && <p className="text-lg">{customer.line}</p>}
          {customer.badge && <p className="badge">{customer.badge}</p>}
        </div>
        {Choice && isFresh && <Choice details={details} csrf={csrf} />}
        <DetailsList items={about.rows(details)} />
        {mayPay && (
          <a
            className="btn btn-primary btn-wide"
            href={payPage(service, details.order_reference)}
            onClick={pay}
          >
            Proceed to Payment
          </a>
        )}
        <a className="btn btn-plain btn-wide" href={cancel ?? formPage(service)}>
          Cancel
        </a>
        {cancel && (
          <a className="btn btn-plain btn-wide" href={formPage(service)}>
            Change what you typed
          </a>
        )}
      </section>
      {isPaying && (
        <PaymentDialog
          order={{
            ...about.payable(details),
            service,
            reference: details.order_reference,
            serviceId: details.service_id,
            serviceCharge: details.service_charge,
            total: details.total_amount,
          }}
          options={options}
          signedIn={signedIn}
          simulated={simulated}
          onClose={() => setIsPaying(false)}
        />
      )}
    </div>
  )
}

/** The last lines of every details page. Source: decision D-050. */
export const priceRows = (it: { amount: number; service_charge: number; total_amount: number }): Detail[] => [
  { label: 'Vend amount', value: formatMoney(it.amount) },
  { label: 'Service charge', value: formatMoney(it.service_charge) },
  { label: 'Total amount', value: formatMoney(it.total_amount), strong: true },
]
