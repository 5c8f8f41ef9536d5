import { forecastUsage } from '../../server/schedules/index.ts'
import { createRandom } from '../faults/random-source.ts'
import { generateHistory } from '../support/meter-histories.ts'
import type { Row } from './report.ts'

const dayMs = 86_400_000

/** The errors of forecasts on generated histories. Days from the last purchase to low units are known for each. */
export interface BackTest {
  readonly medianDays: number
  /** Median of the error as a share of the days until the units ran low. */
  readonly medianShare: number
  /** Share of the histories whose day is in the forecast's range. */
  readonly inRange: number
}

export function backTest(count: number, purchaseCount?: number): BackTest {
  const source = createRandom('forecast')
  const random = () => source.below(1_000_000) / 1_000_000
  const errors = Array.from({ length: count }, () => {
    const { purchases, ranLowAt } = generateHistory(random, purchaseCount ?? 3 + source.below(20))
    const forecast = forecastUsage(purchases)
    const lastPurchaseAt = purchases.at(-1)?.at ?? ranLowAt
    if (!forecast) return null
    const days = Math.abs(forecast.lowAt.getTime() - ranLowAt.getTime()) / dayMs
    const daysUntilLow = Math.max(1, (ranLowAt.getTime() - lastPurchaseAt.getTime()) / dayMs)
    return {
      days,
      share: days / daysUntilLow,
      inRange: ranLowAt >= startOfDay(forecast.earliest) && ranLowAt <= forecast.latest,
    }
  }).filter((error) => error !== null)
  return {
    medianDays: median(errors.map(({ days }) => days)),
    medianShare: median(errors.map(({ share }) => share)),
    inRange: errors.filter(({ inRange }) => inRange).length / errors.length,
  }
}

/** The range is shown in days. */
const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / dayMs) * dayMs)

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** Back-test of the forecast of running low, by number of purchases. */
export function forecast(quick: boolean): Row[] {
  const count = quick ? 1_000 : 10_000
  return [3, 5, 10, 20].map((purchaseCount) => {
    const { medianDays, medianShare, inRange } = backTest(count, purchaseCount)
    return {
      label: `${purchaseCount} purchases: median error; days in the range`,
      result: `${medianDays.toFixed(1)} days (${Math.round(medianShare * 100)} %); ${Math.round(inRange * 100)} %`,
      target: '≥ 80 % in the range',
      isTargetMet: inRange >= 0.8,
    }
  })
}
