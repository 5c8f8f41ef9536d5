import type { PowerOrder } from '../../shared/power.ts'
import { powerTexts } from './texts.ts'

/** Every token of an order in the order of entry; older records have only one. */
export function orderTokensOf(order: PowerOrder): PowerOrder['tokens'] {
  if (order.tokens.length > 0) return order.tokens
  return order.token
    ? [{ kind: 'main', digits: order.token, label: powerTexts.token(), units: order.units }]
    : []
}

/** Formats units for display; the vendor sends "35.2" or "35.2 kWh". */
export const formatKwh = (units: string): string => (/kwh/i.test(units) ? units : `${units} kWh`)
