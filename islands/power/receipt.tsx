import { type PowerOrder, tariffText } from '../../shared/power.ts'
import { formatMoney } from '../lib/index.ts'
import { Logo } from '../purchase/logo.tsx'
import type { ReceiptRow } from '../purchase/receipt.ts'
import { dateRow } from '../purchase/receipt-rows.tsx'
import { commonTexts, DetailsList } from '../ui/index.ts'
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
    <DetailsList items={powerReceiptRows(order)} />
  </>
)

/** The rows of an electricity receipt. */
export const powerReceiptRows = (order: PowerOrder): ReceiptRow[] => [
  ...line(powerTexts.units(), order.units && kwh(order.units)),
  { label: commonTexts.meterNumber(), value: order.meter_number },
  { label: powerReceiptTexts.cost(), value: formatMoney(order.amount) },
  { label: commonTexts.reference(), value: order.reference },
  ...line(
    powerReceiptTexts.tariff(),
    [tariffText(order.tariff), order.tariffDesc].filter(Boolean).join(', '),
  ),
  ...line(powerReceiptTexts.tariffClass(), order.tariffClass),
  dateRow(order),
  ...line(commonTexts.name(), order.customer_name).map((row) => ({ ...row, isPrivate: true })),
  {
    label: commonTexts.address(),
    value: order.customer_address ?? commonTexts.notAvailable(),
    isPrivate: true,
  },
  ...line(powerReceiptTexts.vat(), order.vat === null ? null : formatMoney(order.vat)),
  ...line(powerTexts.arrearsDeducted(), order.arrears === null ? null : formatMoney(order.arrears)),
  { label: commonTexts.serviceCharge(), value: formatMoney(order.service_charge) },
  { label: powerReceiptTexts.totalPaid(), value: formatMoney(order.total_amount), strong: true },
]

/** A row that is omitted when the vendor returned no value. */
const line = (label: string, value: string | null): ReceiptRow[] => (value ? [{ label, value }] : [])
