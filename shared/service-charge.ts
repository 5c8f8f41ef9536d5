import { formatMoney } from './money.ts'
import { serviceChargeTexts } from './service-charge-texts.ts'

/** The sentence of a form about the service charge, which is between `min` and `max` naira. */
export function serviceChargeText({ min, max }: { min: number; max: number }): string {
  if (max === 0) return serviceChargeTexts.none()
  const amount = formatMoney(max, { decimals: Number.isInteger(max) ? 0 : 2 })
  return min === max ? serviceChargeTexts.added({ amount }) : serviceChargeTexts.upTo({ amount })
}
