import type { FloatForecast } from '../../../shared/management/money.ts'

/** Purchases in these hours give the rate. */
export const forecastWindowHours = 6
/** Fewer purchases do not show a rate. */
const minPurchases = 5

/** Charges of a vendor for deliveries in the forecast window. */
export interface RecentSpending {
  readonly purchases: number
  readonly spentKobo: bigint
}

/**
 * Forecasts for how long a float lasts at the rate of the last hours.
 * @returns hours left with one decimal, `empty` for a float without money, `unknown` without enough purchases
 */
export function forecastFloat(balanceKobo: bigint, { purchases, spentKobo }: RecentSpending): FloatForecast {
  if (balanceKobo <= 0n) return { type: 'empty' }
  if (purchases < minPurchases || spentKobo <= 0n) return { type: 'unknown' }
  const hours = (Number(balanceKobo) * forecastWindowHours) / Number(spentKobo)
  return { type: 'hours', hours: Math.round(hours * 10) / 10 }
}

/** Thresholds of the alert: a balance in kobo, and hours left (0 for no alert by time). */
export interface FloatThresholds {
  readonly balanceKobo: bigint
  readonly hours: number
}

/** Whether a float is low: its balance, or its time at the current rate. */
export const isFloatLow = (
  balanceKobo: bigint,
  forecast: FloatForecast,
  thresholds: FloatThresholds,
): boolean =>
  balanceKobo < thresholds.balanceKobo ||
  forecast.type === 'empty' ||
  (forecast.type === 'hours' && forecast.hours < thresholds.hours)
