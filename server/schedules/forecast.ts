/** A delivered purchase of one meter. */
export interface MeterPurchase {
  readonly at: Date
  /** Kobo, before charges. */
  readonly amountKobo: bigint
  /** Null when the vendor gave none. */
  readonly unitsKwh: number | null
}

/** When the units of a meter run low. */
export interface UsageForecast {
  /** Per day, in kWh or in naira. */
  readonly dailyUse: number
  readonly unit: 'kWh' | 'NGN'
  readonly lowAt: Date
  /** The range that holds the day in about nine of ten cases. */
  readonly earliest: Date
  readonly latest: Date
  readonly lastPurchaseAt: Date
}

const dayMs = 86_400_000
/** Two purchases within this time count as one. */
const mergeWithinMs = 0.75 * dayMs
const minPurchases = 3
/** Weight of an interval relative to the next newer one: use changes with the seasons. */
const ageWeight = 0.8
/** The wider range of few intervals, as a factor of the spread: about the 90th percentile of Student's t. */
const spreadFactors = [3.1, 1.9, 1.64, 1.53, 1.48] as const
const manySpreadFactor = 1.35
const minSpread = 0.08
const maxSpread = 0.6
/** Older purchases do not show the current use. */
const maxGapDays = 120
/** Units that last longer are not forecast: one purchase is then unlike the earlier ones. */
const maxForecastDays = 366

interface Quantity {
  readonly at: number
  readonly amount: number
}

/**
 * Daily use and the day units run low. People buy when the units are low, so a purchase lasts as long as its share of
 * what was used between earlier purchases. Null for fewer than three purchases, after a long gap, and for more than a
 * year ahead.
 * @param purchases oldest first
 */
export function forecastUsage(purchases: readonly MeterPurchase[]): UsageForecast | null {
  const hasUnits = purchases.every(({ unitsKwh }) => unitsKwh !== null && unitsKwh > 0)
  const quantities = withoutGaps(mergeClose(purchases.map((purchase) => quantityOf(purchase, hasUnits))))
  const last = quantities.at(-1)
  if (quantities.length < minPurchases || !last) return null
  const intervals = quantities.slice(1).map(({ at }, index) => {
    const { at: start = at, amount = 0 } = quantities[index] ?? {}
    return { amount, days: (at - start) / dayMs, weight: ageWeight ** (quantities.length - 2 - index) }
  })
  const dailyUse = sumOf(intervals, ({ amount }) => amount) / sumOf(intervals, ({ days }) => days)
  const days = last.amount / dailyUse
  if (!(days <= maxForecastDays)) return null
  const spread = Math.max(minSpread, Math.min(maxSpread, spreadOf(intervals, dailyUse)))
  const after = (count: number) => new Date(last.at + count * dayMs)
  return {
    dailyUse,
    unit: hasUnits ? 'kWh' : 'NGN',
    lowAt: after(days),
    earliest: after(days * (1 - Math.min(0.9, spread))),
    latest: after(days * (1 + spread)),
    lastPurchaseAt: new Date(last.at),
  }
}

const quantityOf = ({ at, amountKobo, unitsKwh }: MeterPurchase, hasUnits: boolean): Quantity => ({
  at: at.getTime(),
  amount: hasUnits ? (unitsKwh ?? 0) : Number(amountKobo) / 100,
})

function mergeClose(quantities: readonly Quantity[]): Quantity[] {
  const mergedQuantities: Quantity[] = []
  for (const { at, amount } of quantities) {
    const previous = mergedQuantities.at(-1)
    if (previous && at - previous.at < mergeWithinMs)
      mergedQuantities.splice(-1, 1, { at: previous.at, amount: previous.amount + amount })
    else mergedQuantities.push({ at, amount })
  }
  return mergedQuantities
}

/** The purchases after the last long gap. */
function withoutGaps(quantities: readonly Quantity[]): readonly Quantity[] {
  const start = quantities.findLastIndex(
    ({ at }, index) => index > 0 && at - (quantities[index - 1]?.at ?? at) > maxGapDays * dayMs,
  )
  return start > 0 ? quantities.slice(start) : quantities
}

interface Interval {
  readonly amount: number
  readonly days: number
  readonly weight: number
}

const sumOf = (intervals: readonly Interval[], value: (interval: Interval) => number): number =>
  intervals.reduce((sum, interval) => sum + interval.weight * value(interval), 0)

/** How far the intervals differ from the days that the daily use gives, as a share of those days. */
function spreadOf(intervals: readonly Interval[], dailyUse: number): number {
  const variance =
    sumOf(intervals, ({ amount, days }) => (days / (amount / dailyUse) - 1) ** 2) / sumOf(intervals, () => 1)
  const correction = Math.sqrt(intervals.length / (intervals.length - 1))
  return Math.sqrt(variance) * correction * (spreadFactors[intervals.length - 2] ?? manySpreadFactor)
}
