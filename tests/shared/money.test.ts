import { expect, test } from 'vitest'
import {
  cleanAmount,
  formatMoney,
  koboOf,
  lesserOf,
  moneyIn,
  nairaOf,
  nairaText,
} from '../../shared/money.ts'

test.each([
  ['0', 0n],
  ['1500', 150_000n],
  ['1500.5', 150_050n],
  ['1500.05', 150_005n],
  [' 1500.50 ', 150_050n],
  ['-3.07', -307n],
  [0.1, 10n],
  [2_000, 200_000n],
  [-1.25, -125n],
  ['9007199254740993.99', 900_719_925_474_099_399n],
])('%s naira are %s kobo', (naira, kobo) => {
  expect(koboOf(naira)).toBe(kobo)
})

test.each([
  ...['', ' ', '.', '1.', '.5', '1.234', '1e3', '1,000', '₦100', '--1', '1-', '1.2.3', 'ten', '1 000'],
  ...[Number.NaN, Number.POSITIVE_INFINITY, 1e21, 0.001],
])('%j is no amount', (naira) => {
  expect(koboOf(naira)).toBeNull()
})

test.each([
  [0n, '0.00', 0],
  [5n, '0.05', 0.05],
  [150_050n, '1500.50', 1_500.5],
  [-307n, '-3.07', -3.07],
  [-5n, '-0.05', -0.05],
  [900_719_925_474_099_399n, '9007199254740993.99', 9_007_199_254_740_994],
])('%s kobo are %s naira', (kobo, text, naira) => {
  expect(nairaText(kobo)).toBe(text)
  expect(nairaOf(kobo)).toBe(naira)
})

test('the lesser of two amounts', () => {
  expect([lesserOf(1n, 2n), lesserOf(2n, 1n), lesserOf(3n, 3n), lesserOf(-1n, 0n)]).toEqual([1n, 1n, 3n, -1n])
})

test.each([
  ['5,000', '5000'],
  ['₦ 5,000.50', '5000.50'],
  ['NGN5000', '5000'],
  ['ngn 5 000', '5000'],
  ['$1,000,000', '1000000'],
  ['€20', '20'],
  // A comma before the last one or two digits is a decimal point.
  ['1500,50', '1500.50'],
  ['1500,5', '1500.5'],
  ['1,234,56', '1234.56'],
  ['abc', 'abc'],
])('%j is typed for %j', (typed, amount) => {
  expect(cleanAmount(typed)).toBe(amount)
})

test.each([
  [0, '₦0.00'],
  [999, '₦999.00'],
  [1_000, '₦1,000.00'],
  [1_234_567.891, '₦1,234,567.89'],
  [-2_500, '-₦2,500.00'],
  ['2500', '₦2,500.00'],
  [' 7 ', '₦7.00'],
  [150_050n, '₦1,500.50'],
  [-150_050n, '-₦1,500.50'],
])('%s is formatted as %s', (value, text) => {
  expect(formatMoney(value)).toBe(text)
})

test.each([[''], ['  '], ['abc'], [null], [undefined], [Number.NaN], [Number.POSITIVE_INFINITY], ['1,000']])(
  '%j is formatted as invalid input',
  (value) => {
    expect(formatMoney(value)).toBe('Invalid input')
  },
)

test('an amount has the symbol of its currency and the requested decimals', () => {
  expect(formatMoney(1_234.5, { currency: 'USD' })).toBe('$1,234.50')
  expect(formatMoney(1_234.5, { currency: 'EUR' })).toBe('€1,234.50')
  expect(formatMoney(1_234.56, { decimals: 0 })).toBe('₦1,235')
  expect(formatMoney(1_234.5, { decimals: 3 })).toBe('₦1,234.500')
  expect(formatMoney(1, { decimals: 20 })).toBe('₦1.00000000000000000000')
  for (const decimals of [-1, 21, 1.5, Number.NaN]) expect(formatMoney(1.005, { decimals })).toBe('₦1.00')
})

test('a paid amount is shown in its currency, by its code if it has no symbol', () => {
  expect(moneyIn(150_050n)).toBe('₦1,500.50')
  expect(moneyIn(20, 'USD')).toBe('$20.00')
  expect(moneyIn(20, 'GHS')).toBe('GHS 20.00')
})
