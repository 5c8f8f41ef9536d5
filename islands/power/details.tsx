import { MeterInfo } from '../../shared/power.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import type { PowerDetailsPage } from '../pages.ts'
import { notAvailable } from '../purchase/copy.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { type DetailsDefinition, priceRows, ServiceDetails } from '../purchase/details.tsx'
import type { Detail } from '../ui/index.ts'

/** Customer and amounts, to check before paying. */
export default function PowerDetails(page: PowerDetailsPage) {
  return <ServiceDetails page={page} definition={power} />
}

const power: DetailsDefinition<MeterInfo> = {
  service: 'power',
  schema: MeterInfo,
  title: 'Is this the right meter?',
  company: ({ disco }) => ({
    logo: disco.logo,
    name: (
      <>
        <strong>{disco.abbr}</strong> {disco.name}
      </>
    ),
  }),
  customer: ({ customer_name, customer_address, first_time }) => ({
    name: customer_name,
    line: customer_address ?? notAvailable,
    badge: first_time ? 'New meter: first purchase to this number' : null,
  }),
  rows: (details) => [
    { label: 'Meter number', value: details.meter_number },
    { label: 'Meter type', value: details.meter_type === 'prepaid' ? 'Prepaid' : 'Postpaid' },
    { label: 'Phone', value: displayPhone(details.phone_number) },
    { label: 'State', value: details.state ?? notAvailable },
    {
      label: 'Outstanding',
      value: details.outstanding === null ? notAvailable : formatMoney(details.outstanding),
    },
    ...withBreakdown(priceRows(details), details),
  ],
  payable: ({ disco, meter_number, customer_name }) => ({
    description: `${disco.name}, meter ${meter_number}`,
    beneficiary: `${customer_name}, meter ${meter_number}`,
  }),
}

/** The breakdown follows the vend amount, which is first; the total stays last. */
const withBreakdown = ([vendAmount, ...others]: Detail[], details: MeterInfo): Detail[] => [
  ...(vendAmount ? [vendAmount] : []),
  ...breakdownRows(details),
  ...unitsRow(details),
  ...others,
]

/** Amount converted to units after the disco deducts known arrears and VAT from the vend amount. */
const breakdownRows = ({ breakdown }: MeterInfo) =>
  breakdown
    ? [
        ...(breakdown.arrears > 0
          ? [{ label: 'Arrears deducted', value: `−${formatMoney(breakdown.arrears)}` }]
          : []),
        { label: 'VAT (7.5%)', value: `−${formatMoney(breakdown.vat)}` },
        { label: 'Energy', value: formatMoney(breakdown.energy) },
      ]
    : []

const unitsRow = ({ estimated_units: estimate }: MeterInfo) =>
  estimate
    ? [
        {
          label: 'Estimated units',
          wide: true,
          value: (
            <>
              {estimate.units} kWh, <DateTime value={estimate.created_at} />
            </>
          ),
        },
      ]
    : []
