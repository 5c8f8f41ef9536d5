import { type PowerOrder, tariffText } from '../../shared/power.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Logo } from '../purchase/logo.tsx'
import { commonTexts, type Detail, DetailsList } from '../ui/index.ts'
import { powerReceiptTexts } from './receipt-texts.ts'
import { powerTexts } from './texts.ts'
import { kwh } from './tokens.ts'

/** Receipt rows below the token, on screen and in print. */
export const ReceiptRows = ({ order }: { order: PowerOrder }) => (
  <>
    <div className="card-head">
      <Logo src={order.disco.logo} />
      <p>
        <strong>{order.disco.description}</strong>
      </p>
    </div>
    <DetailsList items={rowsOf(order)} />
  </>
)

const rowsOf = (order: PowerOrder): Detail[] => [
  ...line(powerTexts.units(), order.units && kwh(order.units)),
  { label: commonTexts.meterNumber(), value: order.meter_number },
  { label: powerReceiptTexts.cost(), value: formatMoney(order.amount) },
  { label: commonTexts.reference(), value: order.reference },
  ...line(
    powerReceiptTexts.tariff(),
    [tariffText(order.tariff), order.tariffDesc].filter(Boolean).join(', '),
  ),
  ...line(powerReceiptTexts.tariffClass(), order.tariffClass),
  { label: commonTexts.date(), value: <DateTime value={order.created_at} />, wide: true },
  ...line(commonTexts.name(), order.customer_name),
  { label: commonTexts.address(), value: order.customer_address ?? commonTexts.notAvailable() },
  ...line(powerReceiptTexts.vat(), order.vat === null ? null : formatMoney(order.vat)),
  ...line(powerTexts.arrearsDeducted(), order.arrears === null ? null : formatMoney(order.arrears)),
  { label: commonTexts.serviceCharge(), value: formatMoney(order.service_charge) },
  { label: powerReceiptTexts.totalPaid(), value: formatMoney(order.total_amount), strong: true },
]

/** A row that is omitted when the vendor returned no value. */
const line = (label: string, value: string | null): Detail[] => (value ? [{ label, value }] : [])
