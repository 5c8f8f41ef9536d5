import type { ReactNode } from 'react'
import type { Service } from '../../shared/constants.ts'
import { dashboard, formPage, refundAccountPage, reportPage } from '../../shared/pages.ts'
import { formatMoney } from '../lib/index.ts'
import type { SuccessPage } from '../pages.ts'
import { Button, type Detail, DetailsList, Overlay, PrintIcon, StatusDisplay } from '../ui/index.ts'
import { CodeCard } from './code-card.tsx'
import { Logo } from './logo.tsx'
import { Moment } from './moment.tsx'
import { PageNote } from './page-note.tsx'
import { useDelivered } from './use-delivered.ts'

/** Something to type in elsewhere: a PIN, a serial number, a voucher. */
export interface Code {
  /** What it is, in a sentence: 'PIN'. */
  kind: string
  label: string
  code: string
}

interface OpenedProps<O> {
  service: Service
  page: SuccessPage<O>
  read: (reference: string, second: string) => Promise<O | null>
  /** What the link says that begins a new order: 'Buy airtime'. */
  again: string
  children: (order: O) => ReactNode
}

/** The page of a delivered order of any service: what was bought, or why it is not shown. */
export function Opened<O>({ service, page, read, again, children }: OpenedProps<O>) {
  const { order, isAsking, message } = useDelivered({ service, page, read })
  if (order) {
    return (
      <div className="stack">
        <PageNote text={page.note} />
        {page.refund && (
          <p className="note">
            {formatMoney(page.refund)} could not be returned the way it came.{' '}
            <a href={refundAccountPage(page.reference, page.second)}>Tell us an account for your refund</a>
          </p>
        )}
        {children(order)}
        {page.signedIn && (
          <a className="btn btn-primary btn-wide no-print" href={dashboard}>
            Go to Dashboard
          </a>
        )}
        <a className="btn btn-quiet btn-wide no-print" href={reportPage(page.reference, page.second)}>
          Report a problem
        </a>
      </div>
    )
  }
  if (isAsking) return <Overlay text="Opening your order, please wait..." />
  return (
    <StatusDisplay kind={message ? 'error' : 'not-found'} title={message ?? 'No record found'} level={1}>
      <a className="btn btn-primary" href={formPage(service)}>
        {again}
      </a>
    </StatusDisplay>
  )
}

/** What the success page of a service says; it is the receipt too. Source: decision D-076. */
export interface SuccessOf<O> {
  service: Service
  read: (reference: string, second: string) => Promise<O | null>
  title: (order: O) => string
  /** What to do with the codes, or who has the money now. */
  lead?: (order: O) => string | null
  codes?: (order: O) => Code[]
  company: (order: O) => { logo: string; name: string }
  rows: (order: O) => Detail[]
  again: string
}

export const ServiceSuccess = <O,>({ page, about }: { page: SuccessPage<O>; about: SuccessOf<O> }) => (
  <Opened service={about.service} page={page} read={about.read} again={about.again}>
    {(order) => <Receipt order={order} about={about} brandName={page.brandName} />}
  </Opened>
)

function Receipt<O>({ order, about, brandName }: { order: O; about: SuccessOf<O>; brandName: string }) {
  const codes = about.codes?.(order) ?? []
  const company = about.company(order)
  const lead = about.lead?.(order)
  return (
    <section className="card stack">
      <StatusDisplay kind="success" title={about.title(order)} level={1}>
        {lead && <p>{lead}</p>}
      </StatusDisplay>
      {codes.length > 0 && (
        <ul className="stack">
          {codes.map(({ kind, label, code }) => (
            <li key={`${label}${code}`} className="stack">
              <h2>{label}</h2>
              <CodeCard kind={kind} label={label} code={code} isOneOfMany={codes.length > 1} />
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
      <DetailsList items={about.rows(order)} />
      <p className="field-hint">{brandName} receipt</p>
      <Button kind="plain" className="btn-wide no-print" onClick={() => window.print()}>
        <PrintIcon />
        Print receipt
      </Button>
      <a className="btn btn-plain btn-wide no-print" href={formPage(about.service)}>
        {about.again}
      </a>
    </section>
  )
}

interface Paid {
  reference: string
  amount: number
  service_charge: number
  total_amount: number
  created_at: string
}

/** The last lines of every receipt. Source: decision D-050. */
export const paidRows = (it: Paid): Detail[] => [
  { label: 'Cost', value: formatMoney(it.amount) },
  ...(it.service_charge > 0
    ? [
        { label: 'Service charge', value: formatMoney(it.service_charge) },
        { label: 'Total paid', value: formatMoney(it.total_amount), strong: true },
      ]
    : []),
  { label: 'Reference', value: it.reference, wide: true },
  { label: 'Date', value: <Moment at={it.created_at} />, wide: true },
]
