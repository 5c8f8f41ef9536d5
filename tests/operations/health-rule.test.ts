import { expect, test } from 'vitest'
import {
  ailmentOf,
  type HealthRule,
  restSeconds,
  type Sample,
  signOf,
} from '../../server/operations/health-rule.ts'

const rule: HealthRule = { silentInARow: 3, badOfTen: 5 }
let meters = 0
const meter = () => `meter ${++meters}`
const well = (): Sample => ({ state: 'delivered', because: null, beneficiary: meter() })
const silent = (beneficiary = meter()): Sample => ({ state: 'unknown', because: 'timeout', beneficiary })
const failing = (because = 'product_down'): Sample => ({ state: 'failed', because, beneficiary: meter() })
const many = (some: number, make: () => Sample) => Array.from({ length: some }, make)

test.each([
  ['delivered', null, 'well'],
  ['unknown', 'timeout', 'silent'],
  ['unknown', 'unreadable', 'silent'],
  ['failed', 'never_received', 'silent'],
  ['failed', 'float_empty', 'failing'],
  ['failed', 'product_down', 'failing'],
  ['failed', 'our_fault', 'failing'],
  ['failed', 'reversed', 'failing'],
  ['failed', 'rejected', 'nothing'],
  ['failed', 'duplicate', 'nothing'],
  ['unknown', 'processing', 'nothing'],
  ['unknown', 'for_a_person', 'nothing'],
] as const)('a try that is %s because of %s says: %s', (state, because, sign) => {
  expect(signOf({ state, because, beneficiary: '1' })).toBe(sign)
})

test('three orders in a row without an answer pause a vendor, two do not', () => {
  expect(ailmentOf([...many(2, silent), ...many(8, well)], rule)).toBeNull()
  expect(ailmentOf([...many(3, silent), ...many(7, well)], rule)).toBe('silent')
})

test('one meter that never answers is not taken for a silent vendor', () => {
  expect(
    ailmentOf(
      many(4, () => silent('the same')),
      rule,
    ),
  ).toBeNull()
})

test('an answer in between ends a row of silence', () => {
  expect(ailmentOf([silent(), silent(), well(), silent()], rule)).toBeNull()
})

test('five failures of the vendor among the last ten pause it, whatever stands between', () => {
  expect(ailmentOf([well(), failing(), well(), failing(), well(), failing(), failing()], rule)).toBeNull()
  expect(ailmentOf([well(), ...many(5, failing), well()], rule)).toBe('failing')
})

test('wrong meters of customers pause nobody', () => {
  expect(
    ailmentOf(
      many(10, () => failing('rejected')),
      rule,
    ),
  ).toBeNull()
})

test('older tries than the last ten count no more', () => {
  expect(ailmentOf([...many(8, well), ...many(8, failing)], rule)).toBeNull()
})

test('on trial the first bad order is enough, and the first good one says nothing bad', () => {
  expect(ailmentOf([failing()], rule, true)).toBe('failing')
  expect(ailmentOf([silent()], rule, true)).toBe('silent')
  expect(ailmentOf([well()], rule, true)).toBeNull()
})

test('a rule of 0 never pauses', () => {
  const never: HealthRule = { silentInARow: 0, badOfTen: 0 }
  expect(ailmentOf([...many(5, silent), ...many(5, failing)], never)).toBeNull()
  expect(ailmentOf(many(9, failing), never, true)).toBeNull()
})

test('each pause in a row lasts at least as long as the last, and none for ever', () => {
  const rests = [1, 2, 3, 4, 5, 6, 7, 20].map(restSeconds)
  expect(rests).toEqual([...rests].sort((one, other) => one - other))
  expect(rests.at(-1)).toBe(600)
})
