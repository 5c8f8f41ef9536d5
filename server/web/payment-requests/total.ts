import type { ServiceStatus } from '../../../shared/actions.ts'
import type { Service } from '../../../shared/constants.ts'
import { formatMoney } from '../../../shared/money.ts'
import { serviceStatusOf } from '../site-data.ts'
import { requestPageTexts } from './texts.ts'

/** Naira. */
interface Total {
  readonly charge: number
  readonly total: number
}

/** The total where it is known before the order exists: a fixed amount with the same charge for every amount. */
export function totalOf(
  statuses: readonly ServiceStatus[],
  { amount, state, service }: { amount: number | null; state: string; service: Service },
): Total | null {
  const range = serviceStatusOf(statuses, service).service_charge_range
  return state === 'open' && amount !== null && range && range.min === range.max
    ? { charge: range.max, total: amount + range.max }
    : null
}

export const totalRows = ({ charge, total }: Total) => [
  { label: requestPageTexts.charge(), value: formatMoney(charge) },
  { label: requestPageTexts.total(), value: formatMoney(total), strong: true },
]
