import { expect, test } from 'vitest'
import {
  type AttemptSample,
  type BreakerPolicy,
  failureKindOf,
  openForSeconds,
  signalOf,
} from '../../server/operations/breaker-policy.ts'

const rule: BreakerPolicy = { maxUnansweredInARow: 3, maxFailuresOfTen: 5 }
let meters = 0
const meter = () => `meter ${++meters}`
const deliveredSample = (): AttemptSample => ({ state: 'delivered', reason: null, beneficiary: meter() })
const silent = (beneficiary = meter()): AttemptSample => ({
  state: 'unknown',
  reason: 'timeout',
  beneficiary,
})
const failedSample = (reason = 'product_down'): AttemptSample => ({
  state: 'failed',
  reason,
  beneficiary: meter(),
})
const repeat = (some: number, make: () => AttemptSample) => Array.from({ length: some }, make)

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
] as const)('an attempt that is %s with reason %s counts as %s', (state, reason, sign) => {
  expect(signalOf({ state, reason, beneficiary: '1' })).toBe(sign)
})

test('three consecutive orders without a response pause a vendor, two do not', () => {
  expect(failureKindOf([...repeat(2, silent), ...repeat(8, deliveredSample)], rule)).toBeNull()
  expect(failureKindOf([...repeat(3, silent), ...repeat(7, deliveredSample)], rule)).toBe('silent')
})

test('one meter that never gets a response does not make the vendor silent', () => {
  expect(
    failureKindOf(
      repeat(4, () => silent('the same')),
      rule,
    ),
  ).toBeNull()
})

test('a response in between ends a run of silence', () => {
  expect(failureKindOf([silent(), silent(), deliveredSample(), silent()], rule)).toBeNull()
})

test('five vendor failures among the last ten attempts pause it, in any order', () => {
  expect(
    failureKindOf(
      [
        deliveredSample(),
        failedSample(),
        deliveredSample(),
        failedSample(),
        deliveredSample(),
        failedSample(),
        failedSample(),
      ],
      rule,
    ),
  ).toBeNull()
  expect(failureKindOf([deliveredSample(), ...repeat(5, failedSample), deliveredSample()], rule)).toBe(
    'failing',
  )
})

test('wrong meters of customers pause no vendor', () => {
  expect(
    failureKindOf(
      repeat(10, () => failedSample('rejected')),
      rule,
    ),
  ).toBeNull()
})

test('attempts before the last ten do not count', () => {
  expect(failureKindOf([...repeat(8, deliveredSample), ...repeat(8, failedSample)], rule)).toBeNull()
})

test('on trial the first bad order is enough, and the first good one is not a failure', () => {
  expect(failureKindOf([failedSample()], rule, true)).toBe('failing')
  expect(failureKindOf([silent()], rule, true)).toBe('silent')
  expect(failureKindOf([deliveredSample()], rule, true)).toBeNull()
})

test('a rule of 0 never pauses a vendor', () => {
  const never: BreakerPolicy = { maxUnansweredInARow: 0, maxFailuresOfTen: 0 }
  expect(failureKindOf([...repeat(5, silent), ...repeat(5, failedSample)], never)).toBeNull()
  expect(failureKindOf(repeat(9, failedSample), never, true)).toBeNull()
})

test('each consecutive pause lasts at least as long as the last, up to a maximum', () => {
  const rests = [1, 2, 3, 4, 5, 6, 7, 20].map(openForSeconds)
  expect(rests).toEqual([...rests].sort((one, other) => one - other))
  expect(rests.at(-1)).toBe(600)
})
