import { type MouseEvent, useState } from 'react'
import { formPage } from '../../shared/pages.ts'
import { MeterInfo } from '../../shared/power.ts'
import { formatMoney, formatPhone } from '../lib/index.ts'
import type { PowerDetailsPage } from '../pages.ts'
import { Logo } from '../purchase/logo.tsx'
import { Moment } from '../purchase/moment.tsx'
import { PageNote } from '../purchase/page-note.tsx'
import { PaymentDialog } from '../purchase/payment-dialog.tsx'
import { useDetails } from '../purchase/use-details.ts'
import { DetailsList, StatusDisplay } from '../ui/index.ts'

const notAvailable = 'Not available'

/** Who will get the units and what is charged, to be checked before paying. */
export default function PowerDetails(page: PowerDetailsPage) {
  const details = useDetails({
    service: 'power',
    reference: page.reference,
    details: page.details,
    schema: MeterInfo,
  })
  if (details) return <Check {...page} details={details} />
  return (
    <StatusDisplay kind="not-found" title="No record found" level={1}>
      <p>We could not find this order in this browser. No money was taken.</p>
      <a className="btn btn-primary" href={formPage('power')}>
        Start again
      </a>
    </StatusDisplay>
  )
}

function Check({
  details,
  status,
  options,
  note,
  signedIn,
  simulated,
}: PowerDetailsPage & { details: MeterInfo }) {
  const [isPaying, setIsPaying] = useState(false)
  const isFresh = !status || status.state === 'quoted'
  const mayPay = isFresh || status.may_pay

  function pay(event: MouseEvent) {
    event.preventDefault()
    setIsPaying(true)
  }

  return (
    <div className="stack">
      <PageNote text={note} />
      <h1>Is this the right meter?</h1>
      {!isFresh && (
        <div className="note">
          <p>{status.money.says}</p>
          {mayPay && <p>You can pay for this same order again.</p>}
        </div>
      )}
      <section className="card stack">
        <div className="card-head">
          <Logo src={details.disco.logo} />
          <p>
            <strong>{details.disco.abbr}</strong> {details.disco.name}
          </p>
        </div>
        <div>
          <h2 className="text-2xl">{details.customer_name}</h2>
          <p className="text-lg">{details.customer_address ?? notAvailable}</p>
          {details.first_time && <p className="badge">First time for this meter</p>}
        </div>
        <DetailsList items={rowsOf(details)} />
        {mayPay && (
          <a className="btn btn-primary btn-wide" href={payPage(details.order_reference)} onClick={pay}>
            Proceed to Payment
          </a>
        )}
        <a className="btn btn-plain btn-wide" href={formPage('power')}>
          Cancel
        </a>
      </section>
      {isPaying && (
        <PaymentDialog
          order={payable(details)}
          options={options}
          signedIn={signedIn}
          simulated={simulated}
          onClose={() => setIsPaying(false)}
        />
      )}
    </div>
  )
}

/** Without script the choice of a method is a page of its own. */
const payPage = (reference: string) => `/electricity/pay?reference=${encodeURIComponent(reference)}`

const rowsOf = (details: MeterInfo) => [
  { label: 'Meter number', value: details.meter_number },
  { label: 'Meter type', value: details.meter_type === 'prepaid' ? 'Prepaid' : 'Postpaid' },
  { label: 'Phone', value: formatPhone(details.phone_number) },
  { label: 'State', value: details.state ?? notAvailable },
  {
    label: 'Outstanding',
    value: details.outstanding === null ? notAvailable : formatMoney(details.outstanding),
  },
  ...(details.estimated_units
    ? [
        {
          label: 'Estimated units',
          wide: true,
          value: (
            <>
              {details.estimated_units.units} kWh, <Moment at={details.estimated_units.created_at} />
            </>
          ),
        },
      ]
    : []),
  { label: 'Vend amount', value: formatMoney(details.amount) },
  { label: 'Service charge', value: formatMoney(details.service_charge) },
  { label: 'Total amount', value: formatMoney(details.total_amount), strong: true },
]

const payable = (details: MeterInfo) => ({
  service: 'power' as const,
  reference: details.order_reference,
  serviceId: details.service_id,
  serviceCharge: details.service_charge,
  total: details.total_amount,
  description: `${details.disco.name}, meter ${details.meter_number}`,
  beneficiary: `${details.customer_name}, meter ${details.meter_number}`,
})
