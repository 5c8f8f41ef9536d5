import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import type { PowerOrder } from '../../shared/power.ts'
import { groupDigits } from '../../shared/tokens.ts'
import { type Buyer, buyerFacts } from './buyer.ts'
import { printReceipt } from './paper.ts'

/**
 * The receipt of a delivered electricity order as a PDF. Whoever holds the reference may open it, so it
 * has no e-mail address, and of the phone only its ends. A company's registered details are public.
 * @param order amounts in naira, as the API answers them
 * Source: decisions D-078, E-089
 */
export function powerReceipt(
  order: PowerOrder,
  { brandName, buyer = null }: { brandName: string; buyer?: Buyer | null },
): Promise<Buffer> {
  const several = order.tokens.length > 1
  return printReceipt({
    brandName,
    title: order.meter_type === 'prepaid' ? 'Electricity receipt' : 'Electricity bill receipt',
    reference: order.reference,
    madeAt: new Date(order.created_at),
    codes: order.tokens.map(({ label, digits }, at) => ({
      label: several ? `${at + 1}. ${label}` : label,
      code: groupDigits(digits),
    })),
    facts: [...factsOf(order), ...buyerFacts(buyer)],
    notes: notesOf(order),
  })
}

type Fact = readonly [name: string, value: string]

function factsOf(order: PowerOrder): Fact[] {
  const optional = (name: string, value: string | null): Fact[] => (value ? [[name, value]] : [])
  const money = (name: string, naira: number | null): Fact[] => (naira ? [[name, formatMoney(naira)]] : [])
  return [
    ['Reference', order.reference],
    ['Date', formatDate(order.created_at)],
    ['Company', order.disco.company.name],
    ['Meter', `${order.meter_number} (${order.meter_type})`],
    ...optional('Customer', order.customer_name),
    ...optional('Address', order.customer_address),
    ...optional('Phone', order.phone_number && withEndsOnly(order.phone_number)),
    ...optional('Units', order.units && `${order.units} kWh`),
    ...optional('Tariff', [order.tariff, order.tariffClass, order.tariffDesc].filter((it) => it).join(', ')),
    ['Amount', formatMoney(order.amount)],
    ...money('VAT taken from it', order.vat),
    ...money('Arrears taken from it', order.arrears),
    ['Service charge', formatMoney(order.service_charge)],
    ['Total paid', formatMoney(order.total_amount)],
  ]
}

const withEndsOnly = (phone: string) => phone.replace(/^(\+?\d{4,7})\d+(\d{4})$/, '$1****$2')

function notesOf({ meter_type, tokens }: PowerOrder): string[] {
  if (meter_type === 'postpaid') return ['This bill is paid. A postpaid meter needs no token.']
  return tokens.length > 1
    ? ['Enter the codes on your meter one after the other, in the order above.']
    : ['Enter the token on your meter.']
}
