import { describe, expect, test } from 'vitest'
import { evaluateOutcome } from '../../server/vending/evaluate-outcome.ts'
import type { Attempt, Outcome } from '../../server/vending/index.ts'

const vendor = { requerySeconds: [20, 40], canResend: () => true }
const began = new Date('2026-11-21T09:00:00Z')
const minutesLater = (minutes: number) => new Date(began.getTime() + minutes * 60_000)

/** An attempt that was sent once and not answered, unless overridden. */
const attempt = (values: Partial<Attempt> = {}): Attempt =>
  ({
    id: '1',
    order_id: '1',
    vendor: 'vtpass',
    request_id: '202611211000abc',
    state: 'unknown',
    send_count: 1,
    requery_count: 1,
    not_found_count: 0,
    not_found_since: null,
    created_at: began,
    ...values,
  }) as Attempt

const neverReceived: Outcome = { type: 'unknown', reason: 'never_received', code: '015' }
const duplicate: Outcome = { type: 'failed', reason: 'duplicate', code: '019' }

test('after a resend, a duplicate response means that the first request arrived', () => {
  expect(evaluateOutcome(vendor, attempt(), duplicate, minutesLater(1))?.decision).toEqual({
    type: 'failed',
    reason: 'duplicate',
  })
  expect(evaluateOutcome(vendor, attempt({ send_count: 2 }), duplicate, minutesLater(9))).toMatchObject({
    decision: { type: 'unknown', resend: false },
    state: 'unknown',
    values: { failure_reason: 'processing' },
  })
})

describe('that a vendor never had an id', () => {
  const evaluateNeverReceived = (times: number, minutes: number, overrides: Partial<Attempt> = {}) =>
    evaluateOutcome(
      vendor,
      attempt({ not_found_count: times - 1, not_found_since: times > 1 ? began : null, ...overrides }),
      neverReceived,
      minutesLater(minutes),
    )

  test('never received is final after three responses over five minutes', () => {
    expect(evaluateNeverReceived(1, 30)?.decision).toMatchObject({ type: 'unknown', resend: false })
    expect(evaluateNeverReceived(2, 30)?.decision).toMatchObject({ type: 'unknown', resend: false })
    expect(evaluateNeverReceived(3, 4.9)?.decision).toMatchObject({ type: 'unknown', resend: false })
    expect(evaluateNeverReceived(3, 5)).toMatchObject({
      decision: { type: 'unknown', resend: true },
      values: { send_count: 2 },
    })
  })

  test('after a resend, or when the id can no longer be resent, the attempt has failed', () => {
    expect(evaluateNeverReceived(3, 6, { send_count: 2 })?.decision).toEqual({
      type: 'failed',
      reason: 'never_received',
    })
    const late = { ...vendor, canResend: () => false }
    const dueInSeconds = attempt({ not_found_count: 2, not_found_since: began })
    expect(evaluateOutcome(late, dueInSeconds, neverReceived, minutesLater(6))?.decision).toEqual({
      type: 'failed',
      reason: 'never_received',
    })
  })
})

test('the last requery of an unknown attempt runs at the write-off time', () => {
  const unclear: Outcome = { type: 'unknown', reason: 'processing', code: '099' }
  const hourly = { requerySeconds: [3_600], canResend: () => true }
  const dueInSeconds = (minutes: number) =>
    evaluateOutcome(hourly, attempt(), unclear, minutesLater(minutes))?.dueInSeconds
  expect(dueInSeconds(60)).toBe(3_600)
  expect(dueInSeconds(23 * 60 + 20)).toBe(40 * 60)
  expect(dueInSeconds(24 * 60)).toBe(3_600)
})
