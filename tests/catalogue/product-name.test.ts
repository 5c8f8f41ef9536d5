import { expect, test } from 'vitest'
import { cleanProductName, withCleanNames } from '../../server/catalogue/product-name.ts'

test.each([
  ['GOTV-MAX', 'GOtv', 'GOtv Max'],
  ['MTN_DATA_1GB_30_DAYS', 'MTN', 'MTN Data 1GB 30 Days'],
  ['WAEC-REGISTRATION', 'WAEC Registration', 'WAEC Registration'],
  ['N100 100MB - 24 hrs', 'MTN', '100MB - 24 hrs'],
  ['1,000 Naira - 1.5GB - 30 days', 'Airtel', '1.5GB - 30 days'],
  ['Glo Data N5000 - 18.25GB - 30 days', 'Glo', '18.25GB - 30 days'],
  ['9mobile Data - 100 Naira - 100MB - 1 day', 'T2 (9mobile)', '100MB - 1 day'],
])('the vendor’s product name %s of %s is shown as %s', (name, network, cleanName) => {
  expect(cleanProductName(name, network)).toBe(cleanName)
})

test.each([
  ['DStv Compact Plus', 'DStv'],
  ['GOtv Smallie - monthly', 'GOtv'],
  ['Nova (Dish) - 1 month', 'StarTimes'],
  ['WASSCE', 'WAEC Result Checker'],
  ['50 Naira', 'Airtel'],
])('the product name %s of %s stays as it is', (name, network) => {
  expect(cleanProductName(name, network)).toBe(name)
})

test('plans whose clean names would be equal keep the vendor’s names', () => {
  const names = ['N100 100MB - 24 hrs', 'N200 200MB - 2 days', 'N250 200MB - 2 days']
  const products = names.map((name) => ({ name }))
  expect(withCleanNames(products, 'MTN').map(({ name }) => name)).toEqual([
    '100MB - 24 hrs',
    'N200 200MB - 2 days',
    'N250 200MB - 2 days',
  ])
})
