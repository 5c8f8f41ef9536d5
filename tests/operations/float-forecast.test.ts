import { expect, test } from 'vitest'
import { forecastFloat, isFloatLow } from '../../server/operations/reconciliation/float-forecast.ts'

test.each([
  [
    'lasts as long as its balance covers the spending of the last six hours',
    [600_000n, 10, 300_000n],
    { type: 'hours', hours: 12 },
  ],
  ['cannot be forecast from fewer than five purchases', [600_000n, 4, 300_000n], { type: 'unknown' }],
  ['cannot be forecast without spending', [600_000n, 9, 0n], { type: 'unknown' }],
  ['can be forecast from five purchases', [600_000n, 5, 300_000n], { type: 'hours', hours: 12 }],
  ['lasts hours with one decimal', [100_000n, 9, 70_000n], { type: 'hours', hours: 8.6 }],
  ['is empty without money', [0n, 10, 300_000n], { type: 'empty' }],
  ['is empty when it is overdrawn', [-1n, 10, 300_000n], { type: 'empty' }],
] as const)('a float %s', (_, [balance, purchases, spentKobo], expected) => {
  expect(forecastFloat(balance, { purchases, spentKobo })).toEqual(expected)
})

test('a float is low below its threshold, when it is empty, and when it lasts fewer hours than set', () => {
  const thresholds = { balanceKobo: 20_000_000n, hours: 6 }
  const hours = (left: number) => ({ type: 'hours', hours: left }) as const
  expect(isFloatLow(19_999_999n, { type: 'unknown' }, thresholds)).toBe(true)
  expect(isFloatLow(20_000_000n, { type: 'unknown' }, thresholds)).toBe(false)
  expect(isFloatLow(90_000_000n, hours(5.9), thresholds)).toBe(true)
  expect(isFloatLow(90_000_000n, hours(6), thresholds)).toBe(false)
  expect(isFloatLow(90_000_000n, hours(1), { ...thresholds, hours: 0 })).toBe(false)
  expect(isFloatLow(0n, { type: 'empty' }, { balanceKobo: 0n, hours: 0 })).toBe(true)
})
