import { MeterInfo } from '../../shared/power.ts'
import { formatMoney, showPhone } from '../lib/index.ts'
import type { PowerDetailsPage } from '../pages.ts'
import { type DetailsOf, priceRows, ServiceDetails } from '../purchase/details.tsx'
import { Moment } from '../purchase/moment.tsx'
import { notAvailable } from '../purchase/words.ts'

/** Who will get the units and what is charged, to be checked before paying. */
export default function PowerDetails(page: PowerDetailsPage) {
  return <ServiceDetails page={page} about={power} />
}

const power: DetailsOf<MeterInfo> = {
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
    badge: first_time ? 'First time for this meter' : null,
  }),
  rows: (details) => [
    { label: 'Meter number', value: details.meter_number },
    { label: 'Meter type', value: details.meter_type === 'prepaid' ? 'Prepaid' : 'Postpaid' },
    { label: 'Phone', value: showPhone(details.phone_number) },
    { label: 'State', value: details.state ?? notAvailable },
    {
      label: 'Outstanding',
      value: details.outstanding === null ? notAvailable : formatMoney(details.outstanding),
    },
    ...unitsRow(details),
    ...priceRows(details),
  ],
  payable: ({ disco, meter_number, customer_name }) => ({
    description: `${disco.name}, meter ${meter_number}`,
    beneficiary: `${customer_name}, meter ${meter_number}`,
  }),
}

const unitsRow = ({ estimated_units: estimate }: MeterInfo) =>
  estimate
    ? [
        {
          label: 'Estimated units',
          wide: true,
          value: (
            <>
              {estimate.units} kWh, <Moment at={estimate.created_at} />
            </>
          ),
        },
      ]
    : []
