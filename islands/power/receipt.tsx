import { type PowerOrder, tariffText } from '../../shared/power.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Logo } from '../purchase/logo.tsx'
import { type Detail, DetailsList } from '../ui/index.ts'
import { kwh } from './tokens.ts'

/** Receipt rows below the token, on screen and in print. */
export const Receipt = ({ order }: { order: PowerOrder }) => (
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
  ...line('Units', order.units && kwh(order.units)),
  { label: 'Meter number', value: order.meter_number },
  { label: 'Cost', value: formatMoney(order.amount) },
  { label: 'Reference', value: order.reference },
  ...line('Tariff', [tariffText(order.tariff), order.tariffDesc].filter(Boolean).join(', ')),
  ...line('Tariff class', order.tariffClass),
  { label: 'Date', value: <DateTime value={order.created_at} />, wide: true },
  ...line('Name', order.customer_name),
  { label: 'Address', value: order.customer_address ?? 'Not available' },
  ...line('VAT', order.vat === null ? null : formatMoney(order.vat)),
  ...line('Arrears deducted', order.arrears === null ? null : formatMoney(order.arrears)),
  { label: 'Service charge', value: formatMoney(order.service_charge) },
  { label: 'Total paid', value: formatMoney(order.total_amount), strong: true },
]

/** A row that is omitted when the vendor returned no value. */
const line = (label: string, value: string | null): Detail[] => (value ? [{ label, value }] : [])
