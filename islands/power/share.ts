import type { PowerOrder } from '../../shared/power.ts'
import { formatDate, formatMoney, groupDigits } from '../lib/index.ts'
import { kwh, tokensOf } from './tokens.ts'

/** Text for sharing a purchase: the tokens, then what identifies it. No e-mail, no address. */
export function shareText(order: PowerOrder, brandName: string): string {
  const tokens = tokensOf(order).map(({ label, digits }) => `${label}: ${groupDigits(digits)}`)
  return [
    ...(tokens.length > 0 ? tokens : ['Electricity bill paid']),
    ...(order.units ? [`Units: ${kwh(order.units)}`] : []),
    `Meter: ${order.meter_number} (${order.disco.abbr})`,
    `Amount: ${formatMoney(order.amount)}`,
    `Date: ${formatDate(order.created_at)}`,
    `Reference: ${order.reference}`,
    brandName,
  ].join('\n')
}

export const whatsappUrl = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`

export const mailtoUrl = (to: string, text: string) =>
  `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent('Your electricity receipt')}&body=${encodeURIComponent(text)}`
