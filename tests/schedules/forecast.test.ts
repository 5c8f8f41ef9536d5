import { expect, test } from 'vitest'
import { nextDay } from '../../server/schedules/calendar.ts'
import { forecastUsage, type MeterPurchase } from '../../server/schedules/index.ts'
import { backTest } from '../bench/forecast.ts'

const purchase = (day: string, naira: number, unitsKwh: number | null = null): MeterPurchase => ({
  at: new Date(`${day}T09:00:00Z`),
  amountKobo: BigInt(naira) * 100n,
  unitsKwh,
})

test('a household that buys 50 kWh every ten days uses 5 kWh a day', () => {
  const forecast = forecastUsage([
    purchase('2026-03-01', 10_000, 50),
    purchase('2026-03-11', 10_000, 50),
    purchase('2026-03-21', 10_000, 50),
  ])
  expect(forecast).toMatchObject({ dailyUse: 5, unit: 'kWh', lowAt: new Date('2026-03-31T09:00:00Z') })
  expect(forecast?.earliest.getTime()).toBeLessThan(Date.parse('2026-03-31T00:00:00Z'))
  expect(forecast?.latest.getTime()).toBeGreaterThan(Date.parse('2026-03-31T18:00:00Z'))
})

test('without units the forecast counts naira; a larger purchase lasts longer', () => {
  const forecast = forecastUsage([
    purchase('2026-03-01', 5_000),
    purchase('2026-03-11', 5_000, 25),
    purchase('2026-03-21', 10_000, 50),
  ])
  expect(forecast).toMatchObject({ dailyUse: 500, unit: 'NGN', lowAt: new Date('2026-04-10T09:00:00Z') })
})

test('a purchase that would last for more than a year, or for thousands of years, gives no forecast', () => {
  const small = [purchase('2026-01-01', 100, 0.1), purchase('2026-04-01', 100, 0.1)]
  expect(forecastUsage([...small, purchase('2026-07-01', 500_000, 5_000)])).toBeNull()
  expect(forecastUsage([...small, purchase('2026-07-01', 100, 0.1)])).toMatchObject({ unit: 'kWh' })
})

test('two purchases, or two on one day, give no forecast', () => {
  expect(forecastUsage([])).toBeNull()
  expect(forecastUsage([purchase('2026-03-01', 5_000), purchase('2026-03-11', 5_000)])).toBeNull()
  expect(
    forecastUsage([
      purchase('2026-03-01', 5_000),
      purchase('2026-03-11', 5_000),
      purchase('2026-03-11', 2_000),
    ]),
  ).toBeNull()
})

test('on generated histories the median error is at most two days, and the range holds most days', () => {
  const { medianDays, inRange } = backTest(400)
  expect(medianDays).toBeLessThanOrEqual(2)
  expect(inRange).toBeGreaterThan(0.7)
})

test('a monthly purchase of the 31st is made on the last day of a shorter month', () => {
  expect(nextDay('monthly', '2026-01-31', '2026-01-31')).toBe('2026-02-28')
  expect(nextDay('monthly', '2026-01-31', '2026-02-28')).toBe('2026-03-31')
  expect(nextDay('weekly', '2026-01-31', '2026-02-20')).toBe('2026-02-21')
  expect(nextDay('weekly', '2026-01-31', '2026-02-21')).toBe('2026-02-28')
  expect(nextDay('once', '2026-01-31', '2026-01-31')).toBeNull()
  expect(nextDay('once', '2026-01-31', '2026-01-30')).toBe('2026-01-31')
})
