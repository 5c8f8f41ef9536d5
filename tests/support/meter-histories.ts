import type { MeterPurchase } from '../../server/schedules/index.ts'

/** Purchases of one household, oldest first, and when the units of the last one actually ran low. */
export interface MeterHistory {
  readonly purchases: readonly MeterPurchase[]
  readonly ranLowAt: Date
}

const dayMs = 86_400_000
const startMs = Date.parse('2026-01-01T08:00:00Z')
const tariffNairaPerKwh = 209.5

/**
 * Generates a household: its use differs from day to day, is higher at weekends and drifts with the seasons; it buys
 * one of its usual amounts when the units are below its own threshold, sometimes late and sometimes early.
 * @param random numbers from 0 to 1
 */
export function generateHistory(random: () => number, purchaseCount: number): MeterHistory {
  const between = (low: number, high: number) => low + random() * (high - low)
  const meanKwh = between(2, 14)
  const noise = between(0.1, 0.45)
  const lowKwh = meanKwh * between(0.5, 2)
  const amounts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => 500 * Math.ceil(between(4, 30)))
  const reportsUnits = random() < 0.7
  const purchases: MeterPurchase[] = []
  let remainingKwh = lowKwh
  for (let day = 0; ; day++) {
    const season = 1 + 0.15 * Math.sin((2 * Math.PI * day) / 365)
    const weekend = day % 7 > 4 ? 1.2 : 1
    const isLow = remainingKwh <= lowKwh
    if (isLow && purchases.length === purchaseCount)
      return { purchases, ranLowAt: new Date(startMs + day * dayMs) }
    const buys = isLow ? random() < 0.8 || remainingKwh <= 0 : remainingKwh < 1.5 * lowKwh && random() < 0.05
    if (buys && purchases.length < purchaseCount) {
      const naira = amounts[Math.floor(random() * amounts.length)] ?? 2_000
      const unitsKwh = Math.round((naira / tariffNairaPerKwh) * 10) / 10
      purchases.push({
        at: new Date(startMs + (day + between(0, 0.4)) * dayMs),
        amountKobo: BigInt(naira) * 100n,
        unitsKwh: reportsUnits ? unitsKwh : null,
      })
      remainingKwh += unitsKwh
    }
    remainingKwh = Math.max(
      0,
      remainingKwh - meanKwh * season * weekend * Math.max(0.1, 1 + noise * (2 * random() - 1) * 1.7),
    )
  }
}
