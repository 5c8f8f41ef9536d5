import { expect, test } from 'vitest'
import {
  type AttemptSample,
  type BreakerPolicy,
  failureKindOf,
  openForSeconds,
  signalOf,
} from '../../server/operations/breaker-policy.ts'

const policy: BreakerPolicy = { maxUnansweredInARow: 3, maxFailuresOfTen: 5 }
let meters = 0
const meter = () => `meter ${++meters}`
const deliveredSample = (): AttemptSample => ({ state: 'delivered', reason: null, beneficiary: meter() })
const unansweredSample = (beneficiary = meter()): AttemptSample => ({
  state: 'unknown',
  reason: 'timeout',
  beneficiary,
})
const failedSample = (reason = 'product_down'): AttemptSample => ({
  state: 'failed',
  reason,
  beneficiary: meter(),
})
const repeat = (count: number, make: () => AttemptSample) => Array.from({ length: count }, make)

test.each([
  ['delivered', null, 'success'],
  ['unknown', 'timeout', 'no_response'],
  ['unknown', 'unreadable', 'no_response'],
  ['failed', 'never_received', 'no_response'],
  ['failed', 'float_empty', 'failing'],
  ['failed', 'product_down', 'failing'],
  ['failed', 'our_fault', 'failing'],
  ['failed', 'reversed', 'failing'],
  ['failed', 'rejected', 'none'],
  ['failed', 'duplicate', 'none'],
  ['unknown', 'processing', 'none'],
  ['unknown', 'for_a_person', 'none'],
  ['unknown', 'vendor_review', 'none'],
  ['unknown', 'requery_rejected', 'none'],
] as const)('an attempt that is %s with reason %s counts as %s', (state, reason, signal) => {
  expect(signalOf({ state, reason, beneficiary: '1' })).toBe(signal)
})

test('three consecutive orders without a response pause a vendor, two do not', () => {
  expect(failureKindOf([...repeat(2, unansweredSample), ...repeat(8, deliveredSample)], policy)).toBeNull()
  expect(failureKindOf([...repeat(3, unansweredSample), ...repeat(7, deliveredSample)], policy)).toBe(
    'no_response',
  )
})

test('orders for one meter without a response do not pause the vendor', () => {
  expect(
    failureKindOf(
      repeat(4, () => unansweredSample('the same')),
      policy,
    ),
  ).toBeNull()
})

test('a response between orders without one resets their count', () => {
  expect(
    failureKindOf([unansweredSample(), unansweredSample(), deliveredSample(), unansweredSample()], policy),
  ).toBeNull()
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
      policy,
    ),
  ).toBeNull()
  expect(failureKindOf([deliveredSample(), ...repeat(5, failedSample), deliveredSample()], policy)).toBe(
    'failing',
  )
})

test('purchases for wrong meter numbers do not pause the vendor', () => {
  expect(
    failureKindOf(
      repeat(10, () => failedSample('rejected')),
      policy,
    ),
  ).toBeNull()
})

test('attempts before the last ten do not count', () => {
  expect(failureKindOf([...repeat(8, deliveredSample), ...repeat(8, failedSample)], policy)).toBeNull()
})

test('while the breaker is half-open one failed order pauses the vendor, and a delivered one does not', () => {
  expect(failureKindOf([failedSample()], policy, true)).toBe('failing')
  expect(failureKindOf([unansweredSample()], policy, true)).toBe('no_response')
  expect(failureKindOf([deliveredSample()], policy, true)).toBeNull()
})

test('limits of 0 never pause a vendor', () => {
  const zeroPolicy: BreakerPolicy = { maxUnansweredInARow: 0, maxFailuresOfTen: 0 }
  expect(failureKindOf([...repeat(5, unansweredSample), ...repeat(5, failedSample)], zeroPolicy)).toBeNull()
  expect(failureKindOf(repeat(9, failedSample), zeroPolicy, true)).toBeNull()
})

test('each consecutive pause lasts at least as long as the previous one, up to a maximum', () => {
  const pauseSeconds = [1, 2, 3, 4, 5, 6, 7, 20].map(openForSeconds)
  expect(pauseSeconds).toEqual([...pauseSeconds].sort((one, other) => one - other))
  expect(pauseSeconds.at(-1)).toBe(600)
})
