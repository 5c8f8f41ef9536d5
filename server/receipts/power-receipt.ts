import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import { type PowerOrder, tariffText } from '../../shared/power.ts'
import { groupDigits } from '../../shared/tokens.ts'
import { type Buyer, buyerRows } from './buyer.ts'
import { renderReceipt } from './pdf.ts'

/**
 * Renders the receipt of a delivered electricity order as a PDF. Anyone with the reference can open it, so it omits
 * the e-mail address and masks the phone number. A company's registered details are public.
 * @param order amounts in naira, as the API returns them
 * Source: decisions D-078, E-089
 */
export function renderPowerReceipt(
  order: PowerOrder,
  { brandName, buyer = null }: { brandName: string; buyer?: Buyer | null },
): Promise<Buffer> {
  const isMultiple = order.tokens.length > 1
  return renderReceipt({
    brandName,
    title: order.meter_type === 'prepaid' ? 'Electricity receipt' : 'Electricity bill receipt',
    reference: order.reference,
    createdAt: new Date(order.created_at),
    codes: order.tokens.map(({ label, digits }, index) => ({
      label: isMultiple ? `${index + 1}. ${label}` : label,
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
    ['Reference', order.reference],
    ['Date', formatDate(order.created_at)],
    ['Company', order.disco.company.name],
    ['Meter', `${order.meter_number} (${order.meter_type})`],
    ...optional('Customer', order.customer_name),
    ...optional('Address', order.customer_address),
    ...optional('Phone', order.phone_number && maskPhone(order.phone_number)),
    ...optional('Units', order.units && `${order.units} kWh`),
    ...optional(
      'Tariff',
      [tariffText(order.tariff), order.tariffClass, order.tariffDesc].filter((part) => part).join(', '),
    ),
    ['Amount', formatMoney(order.amount)],
    ...money('VAT included', order.vat),
    ...money('Arrears deducted', order.arrears),
    ['Service charge', formatMoney(order.service_charge)],
    ['Total paid', formatMoney(order.total_amount)],
  ]
}

const maskPhone = (phone: string) => phone.replace(/^(\+?\d{4,7})\d+(\d{4})$/, '$1****$2')

function notesFor({ meter_type, tokens }: PowerOrder): string[] {
  if (meter_type === 'postpaid') return ['This bill is paid. A postpaid meter needs no token.']
  return tokens.length > 1
    ? ['Enter the codes on your meter one after the other, in the order above.']
    : ['Enter the token on your meter.']
}
