import { type Kobo, lesserOf, nairaOf } from '../../shared/money.ts'
import type { MeterInfo } from '../../shared/power.ts'
import type { Order } from '../purchase/index.ts'

/** VAT on energy, per thousand. */
const vatPerMille = 75n

/** The parts of a prepaid amount: amount − arrears − VAT = energy. */
interface Breakdown {
  readonly arrearsKobo: Kobo
  readonly vatKobo: Kobo
  readonly energyKobo: Kobo
}

/**
 * Divides an amount as the electricity company does: known arrears first, then VAT, and the rest is energy. A
 * company may spread the arrears over several purchases, so the energy is a minimum.
 * @param arrearsKobo as the vendor reported them; 0 when it reported none
 */
export function breakDownAmount(amountKobo: Kobo, arrearsKobo: Kobo): Breakdown {
  const deductedKobo = arrearsKobo > 0n ? lesserOf(arrearsKobo, amountKobo) : 0n
  const taxableKobo = amountKobo - deductedKobo
  const grossPerMille = 1000n + vatPerMille
  const energyKobo = (taxableKobo * 1000n + grossPerMille / 2n) / grossPerMille
  return { arrearsKobo: deductedKobo, vatKobo: taxableKobo - energyKobo, energyKobo }
}

/** Known arrears that the electricity company deducts from a prepaid order; 0 for every other order. */
export const deductedArrears = ({ service, variation, amount_kobo, customer_snapshot }: Order): Kobo =>
  service === 'power' && variation === 'prepaid'
    ? breakDownAmount(amount_kobo, BigInt(customer_snapshot.arrearsKobo ?? 0)).arrearsKobo
    : 0n

/**
 * The breakdown of a prepaid order, and its units at the tariff that the vendor reported, rounded down to one
 * decimal. No units without a tariff; neither for postpaid.
 */
export function estimateUnits(order: Order): Pick<MeterInfo, 'estimated_units' | 'breakdown'> {
  if (order.variation !== 'prepaid') return { estimated_units: null, breakdown: null }
  const { arrearsKobo, vatKobo, energyKobo } = breakDownAmount(
    order.amount_kobo,
    BigInt(order.customer_snapshot.arrearsKobo ?? 0),
  )
  const nairaPerKwh = Number(order.customer_snapshot.nairaPerKwh)
  return {
    breakdown: { arrears: nairaOf(arrearsKobo), vat: nairaOf(vatKobo), energy: nairaOf(energyKobo) },
    estimated_units:
      nairaPerKwh > 0
        ? {
            units: Math.floor((nairaOf(energyKobo) / nairaPerKwh) * 10) / 10,
            created_at: order.created_at.toISOString(),
          }
        : null,
  }
}
