import type { PowerOrder } from '../../shared/power.ts'
import { formatMoney } from '../lib/index.ts'
import { Logo } from '../purchase/logo.tsx'
import { Moment } from '../purchase/moment.tsx'
import { type Detail, DetailsList } from '../ui/index.ts'
import { kwh } from './tokens.ts'

/** What was bought, for whom and for how much: the lines below the token, on screen and on paper. */
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
  ...line('Tariff', [order.tariff, order.tariffDesc].filter(Boolean).join(', ')),
  ...line('Tariff class', order.tariffClass),
  { label: 'Date', value: <Moment at={order.created_at} />, wide: true },
  ...line('Name', order.customer_name),
  { label: 'Address', value: order.customer_address ?? 'Not available' },
  ...line('VAT', order.vat === null ? null : formatMoney(order.vat)),
  ...line('Arrears taken', order.arrears === null ? null : formatMoney(order.arrears)),
  { label: 'Service charge', value: formatMoney(order.service_charge) },
  { label: 'Total paid', value: formatMoney(order.total_amount), strong: true },
]

/** A line that is left out when the vendor said nothing. */
const line = (label: string, value: string | null): Detail[] => (value ? [{ label, value }] : [])
