import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../lib/index.ts'
import { commonTexts } from '../ui/index.ts'
import { DateTime } from './date-time.tsx'
import type { ReceiptRow } from './receipt.ts'
import type { DeliveredOrderFields } from './success-definition.ts'
import { successTexts } from './success-texts.ts'

/** Receipt rows that services share: price, payment, reference and date. Source: ruling D-050. */
export const commonReceiptRows = (order: DeliveredOrderFields): ReceiptRow[] => [
  { label: successTexts.cost(), value: formatMoney(order.amount) },
  ...(order.service_charge > 0
    ? [
        { label: commonTexts.serviceCharge(), value: formatMoney(order.service_charge) },
        { label: successTexts.totalPaid(), value: formatMoney(order.total_amount), strong: true },
      ]
    : []),
  ...optionalRow(successTexts.paidWith(), order.paid_with, true),
  { label: commonTexts.reference(), value: order.reference },
  dateRow(order),
]

/** A row that is omitted without a value. */
export const optionalRow = (label: string, value: string | null, isPrivate = false): ReceiptRow[] =>
  value ? [{ label, value, isPrivate }] : []

/** When the order was delivered. */
export const dateRow = ({ created_at: at }: DeliveredOrderFields): ReceiptRow => ({
  label: commonTexts.date(),
  value: <DateTime value={at} />,
  textValue: formatDate(at),
  wide: true,
})
