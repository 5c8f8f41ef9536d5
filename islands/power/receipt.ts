import { type PowerOrder, tariffText } from '../../shared/power.ts'
import { formatMoney } from '../lib/index.ts'
import type { ReceiptRow } from '../purchase/receipt.ts'
import { dateRow, optionalRow } from '../purchase/receipt-rows.tsx'
import { successTexts } from '../purchase/success-texts.ts'
import { commonTexts } from '../ui/index.ts'
import { powerReceiptTexts } from './receipt-texts.ts'
import { powerTexts } from './texts.ts'
import { formatKwh } from './tokens.ts'

/** The rows of an electricity receipt. */
export const powerReceiptRows = (order: PowerOrder): ReceiptRow[] => [
  ...optionalRow(powerTexts.units(), order.units && formatKwh(order.units)),
  { label: commonTexts.meterNumber(), value: order.meter_number },
  { label: successTexts.cost(), value: formatMoney(order.amount) },
  { label: commonTexts.reference(), value: order.reference },
  ...optionalRow(
    powerReceiptTexts.tariff(),
    [tariffText(order.tariff), order.tariffDesc].filter(Boolean).join(', '),
  ),
  ...optionalRow(powerReceiptTexts.tariffClass(), order.tariffClass),
  dateRow(order),
  ...optionalRow(commonTexts.name(), order.customer_name, true),
  {
    label: commonTexts.address(),
    value: order.customer_address ?? commonTexts.notAvailable(),
    isPrivate: true,
  },
  ...optionalRow(powerReceiptTexts.vat(), order.vat === null ? null : formatMoney(order.vat)),
  ...optionalRow(powerTexts.arrearsDeducted(), order.arrears === null ? null : formatMoney(order.arrears)),
  { label: commonTexts.serviceCharge(), value: formatMoney(order.service_charge) },
  { label: successTexts.totalPaid(), value: formatMoney(order.total_amount), strong: true },
  ...optionalRow(successTexts.paidWith(), order.paid_with, true),
]
