import { MeterInfo } from '../../shared/power.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import type { PowerDetailsPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { type DetailsDefinition, priceRows, ServiceDetails } from '../purchase/details.tsx'
import { commonTexts, type Detail, renderParts } from '../ui/index.ts'
import { powerDetailsTexts } from './details-texts.ts'
import { powerTexts } from './texts.ts'

/** Customer and amounts, to check before paying. */
export default function PowerDetails(page: PowerDetailsPage) {
  return <ServiceDetails page={page} definition={power} />
}

const power: DetailsDefinition<MeterInfo> = {
  service: 'power',
  schema: MeterInfo,
  title: powerDetailsTexts.title,
  biller: ({ disco }) => ({
    logo: disco.logo,
    name: (
      <>
        <strong>{disco.abbr}</strong> {disco.name}
      </>
    ),
  }),
  customer: ({ customer_name, customer_address, first_time }) => ({
    name: customer_name,
    detail: customer_address ?? commonTexts.notAvailable(),
    badge: first_time ? powerDetailsTexts.newMeter() : null,
  }),
  rows: (details) => [
    { label: commonTexts.meterNumber(), value: details.meter_number },
    { label: powerTexts.meterType(), value: powerTexts[details.meter_type]() },
    { label: commonTexts.phone(), value: displayPhone(details.phone_number) },
    { label: powerDetailsTexts.state(), value: details.state ?? commonTexts.notAvailable() },
    {
      label: powerDetailsTexts.outstanding(),
      value: details.outstanding === null ? commonTexts.notAvailable() : formatMoney(details.outstanding),
    },
    ...withBreakdown(priceRows(details), details),
  ],
  paymentSummary: ({ disco, meter_number, customer_name }) => ({
    description: powerDetailsTexts.orderDescription({ biller: disco.name, meter: meter_number }),
    beneficiary: powerDetailsTexts.beneficiary({ customer: customer_name, meter: meter_number }),
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
          ? [{ label: powerTexts.arrearsDeducted(), value: `−${formatMoney(breakdown.arrears)}` }]
          : []),
        { label: powerDetailsTexts.vatRate(), value: `−${formatMoney(breakdown.vat)}` },
        { label: powerDetailsTexts.energy(), value: formatMoney(breakdown.energy) },
      ]
    : []

const unitsRow = ({ estimated_units: estimate }: MeterInfo) =>
  estimate
    ? [
        {
          label: powerDetailsTexts.estimatedUnits(),
          wide: true,
          value: renderParts(
            powerDetailsTexts.unitsAt({
              units: estimate.units,
              time: () => <DateTime value={estimate.created_at} />,
            }),
          ),
        },
      ]
    : []
