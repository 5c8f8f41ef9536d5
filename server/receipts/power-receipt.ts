import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import { type PowerOrder, tariffText } from '../../shared/power.ts'
import type { Merchant } from '../../shared/receipts.ts'
import { groupDigits } from '../../shared/tokens.ts'
import { type Buyer, buyerRows } from './buyer.ts'
import { renderReceipt } from './pdf.ts'
import { receiptTexts } from './texts.ts'

/**
 * Renders the receipt of a delivered electricity order as a PDF. Anyone with the reference can open it, so it omits
 * the e-mail address and masks the phone number. A company's registered details are public.
 * @param order amounts in naira, as the API returns them
 * Source: rulings D-078, E-089
 */
export function renderPowerReceipt(
  order: PowerOrder,
  { merchant, buyer = null }: { merchant: Merchant; buyer?: Buyer | null },
): Promise<Buffer> {
  const isMultiple = order.tokens.length > 1
  return renderReceipt({
    merchant,
    title: order.meter_type === 'prepaid' ? receiptTexts.electricityTitle() : receiptTexts.billTitle(),
    reference: order.reference,
    createdAt: new Date(order.created_at),
    codes: order.tokens.map(({ label, digits }, index) => ({
      label: isMultiple ? receiptTexts.numberedCode({ number: index + 1, label }) : label,
      code: groupDigits(digits),
    })),
    rows: [...rowsOf(order), ...buyerRows(buyer)],
    notes: notesFor(order),
  })
}

type ReceiptRow = readonly [name: string, value: string]

function rowsOf(order: PowerOrder): ReceiptRow[] {
  const optional = (name: string, value: string | null): ReceiptRow[] => (value ? [[name, value]] : [])
  const money = (name: string, naira: number | null): ReceiptRow[] =>
    naira ? [[name, formatMoney(naira)]] : []
  return [
    [receiptTexts.reference(), order.reference],
    [receiptTexts.date(), formatDate(order.created_at)],
    [receiptTexts.company(), order.disco.company.name],
    [receiptTexts.meter(), receiptTexts.meterValue({ meter: order.meter_number, type: order.meter_type })],
    ...optional(receiptTexts.customer(), order.customer_name),
    ...optional(receiptTexts.address(), order.customer_address),
    ...optional(receiptTexts.phone(), order.phone_number && maskPhone(order.phone_number)),
    ...optional(receiptTexts.units(), order.units && receiptTexts.unitsValue({ units: order.units })),
    ...optional(
      receiptTexts.tariff(),
      [tariffText(order.tariff), order.tariffClass, order.tariffDesc].filter((part) => part).join(', '),
    ),
    [receiptTexts.amount(), formatMoney(order.amount)],
    ...money(receiptTexts.vatIncluded(), order.vat),
    ...money(receiptTexts.arrearsDeducted(), order.arrears),
    [receiptTexts.serviceCharge(), formatMoney(order.service_charge)],
    [receiptTexts.totalPaid(), formatMoney(order.total_amount)],
    ...optional(receiptTexts.paidWith(), order.paid_with),
  ]
}

const maskPhone = (phone: string) => phone.replace(/^(\+?\d{4,7})\d+(\d{4})$/, '$1****$2')

function notesFor({ meter_type, tokens }: PowerOrder): string[] {
  if (meter_type === 'postpaid') return [receiptTexts.billNote()]
  return tokens.length > 1 ? [receiptTexts.codesNote()] : [receiptTexts.tokenNote()]
}
