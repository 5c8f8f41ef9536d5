import { describe, expect, test } from 'vitest'
import { evaluateOutcome } from '../../server/vending/evaluate-outcome.ts'
import type { Attempt, Outcome } from '../../server/vending/index.ts'

const vendor = { requerySeconds: [20, 40], canResend: () => true }
const startedAt = new Date('2026-11-21T09:00:00Z')
const minutesLater = (minutes: number) => new Date(startedAt.getTime() + minutes * 60_000)

/** An attempt that was sent once without a response, unless overridden. */
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
    created_at: startedAt,
    ...values,
  }) as Attempt

const neverReceived: Outcome = { type: 'unknown', reason: 'never_received', code: '015' }
const duplicate: Outcome = { type: 'failed', reason: 'duplicate', code: '019' }

const delivered: Outcome = {
  type: 'delivered',
  costKobo: 490_000n,
  vendorReference: 'V-1',
  reported: { beneficiary: null, amountKobo: null },
  delivery: {} as Extract<Outcome, { type: 'delivered' }>['delivery'],
}

test('a delivery ends the attempt with its cost and the reference of the vendor', () => {
  for (const state of ['sending', 'unknown'] as const)
    expect(
      evaluateOutcome(vendor, attempt({ state, failure_reason: 'processing' }), delivered, minutesLater(1)),
    ).toEqual({
      decision: { type: 'delivered', outcome: delivered },
      state: 'delivered',
      values: { vendor_reference: 'V-1', cost_kobo: 490_000n, failure_reason: null },
      dueInSeconds: null,
    })
})

test('a failure ends the attempt with its reason and the code of the vendor', () => {
  const failed: Outcome = { type: 'failed', reason: 'rejected', code: '016' }
  expect(evaluateOutcome(vendor, attempt({ send_count: 2 }), failed, minutesLater(1))).toEqual({
    decision: { type: 'failed', reason: 'rejected' },
    state: 'failed',
    values: { failure_reason: 'rejected', vendor_code: '016' },
    dueInSeconds: null,
  })
})

test('an attempt whose outcome is known does not change', () => {
  for (const state of ['delivered', 'failed'] as const)
    for (const outcome of [delivered, neverReceived, duplicate])
      expect(evaluateOutcome(vendor, attempt({ state }), outcome, minutesLater(1))).toBeNull()
})

test('a delivery after the write-off is a late delivery: the order is already refunded', () => {
  expect(
    evaluateOutcome(
      vendor,
      attempt({ state: 'written_off', requery_count: 9 }),
      delivered,
      minutesLater(1_500),
    ),
  ).toEqual({
    decision: { type: 'late_delivery', outcome: delivered },
    state: null,
    values: {
      failure_reason: 'delivered',
      requery_count: 10,
      cost_kobo: 490_000n,
      vendor_reference: 'V-1',
    },
    dueInSeconds: null,
  })
})

test('a written-off attempt is requeried once a day until its outcome is known', () => {
  const evaluateWrittenOff = (outcome: Outcome) =>
    evaluateOutcome(vendor, attempt({ state: 'written_off' }), outcome, minutesLater(1_500))
  expect(evaluateWrittenOff(neverReceived)).toEqual({
    decision: { type: 'observed' },
    state: null,
    values: { failure_reason: 'unknown', requery_count: 2 },
    dueInSeconds: 24 * 60 * 60,
  })
  expect(evaluateWrittenOff(duplicate)).toMatchObject({ decision: { type: 'observed' }, dueInSeconds: null })
})

test('an unknown outcome is requeried by the schedule of the vendor, or when the vendor asks for it', () => {
  const unknownOutcome: Outcome = { type: 'unknown', reason: 'processing', code: '099' }
  expect(
    evaluateOutcome(
      vendor,
      attempt({ requery_count: 0, not_found_count: 2, not_found_since: startedAt }),
      unknownOutcome,
      minutesLater(2),
    ),
  ).toEqual({
    decision: { type: 'unknown', reason: 'processing', requeryInSeconds: 20, resend: false, ageSeconds: 120 },
    state: 'unknown',
    values: {
      failure_reason: 'processing',
      vendor_code: '099',
      requery_count: 1,
      // The vendor has the request after all.
      not_found_count: 0,
      not_found_since: null,
    },
    dueInSeconds: 20,
  })
  const dueInSeconds = (requeries: number, outcome: Outcome = unknownOutcome) =>
    evaluateOutcome(vendor, attempt({ requery_count: requeries }), outcome, minutesLater(2))?.dueInSeconds
  expect([dueInSeconds(1), dueInSeconds(2), dueInSeconds(50)]).toEqual([40, 40, 40])
  expect(dueInSeconds(1, { ...unknownOutcome, requeryAfterSeconds: 7 })).toBe(7)
})

test('a token that the vendor returns with an unknown outcome is kept', () => {
  const unknownOutcome: Outcome = { type: 'unknown', reason: 'processing', code: null, vendorToken: 'T-1' }
  expect(evaluateOutcome(vendor, attempt(), unknownOutcome, minutesLater(1))?.values).toMatchObject({
    vendor_token: 'T-1',
  })
})

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

describe('a request id that the vendor does not have', () => {
  const evaluateNeverReceived = (times: number, minutes: number, overrides: Partial<Attempt> = {}) =>
    evaluateOutcome(
      vendor,
      attempt({ not_found_count: times - 1, not_found_since: times > 1 ? startedAt : null, ...overrides }),
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

  test('the responses are counted from the first, and the next requery is after 100 seconds', () => {
    expect(evaluateNeverReceived(1, 30)).toEqual({
      decision: {
        ...{ type: 'unknown', reason: 'never_received' },
        ...{ requeryInSeconds: 100, resend: false, ageSeconds: 1_800 },
      },
      state: 'unknown',
      values: {
        failure_reason: 'never_received',
        vendor_code: '015',
        requery_count: 2,
        not_found_count: 1,
        not_found_since: minutesLater(30),
      },
      dueInSeconds: 100,
    })
    expect(evaluateNeverReceived(2, 30)?.values).toMatchObject({
      not_found_count: 2,
      not_found_since: startedAt,
    })
  })

  test('a resend counts from the start again and has as long as the first request', () => {
    expect(evaluateNeverReceived(3, 5)).toEqual({
      decision: {
        ...{ type: 'unknown', reason: 'never_received' },
        ...{ requeryInSeconds: 50, resend: true, ageSeconds: 300 },
      },
      state: 'unknown',
      values: {
        failure_reason: 'never_received',
        vendor_code: '015',
        requery_count: 2,
        not_found_count: 0,
        not_found_since: null,
        send_count: 2,
        sent_at: minutesLater(5),
      },
      dueInSeconds: 50,
    })
  })

  test('the adapter decides whether the request id can be sent again at this time', () => {
    const requests: unknown[] = []
    const canResend = (...request: unknown[]) => requests.push(request) > 0
    const confirmed = attempt({ not_found_count: 2, not_found_since: startedAt })
    evaluateOutcome({ ...vendor, canResend }, confirmed, neverReceived, minutesLater(6))
    expect(requests).toEqual([['202611211000abc', minutesLater(6)]])
  })

  test.each(['processing', 'no_token', 'mismatch'])(
    'that has reported it as %s before proves nothing: it is neither resent nor failed',
    (failure_reason) => {
      for (const send_count of [1, 2])
        expect(evaluateNeverReceived(3, 30, { failure_reason, send_count })).toMatchObject({
          decision: { type: 'unknown', resend: false },
          state: 'unknown',
          values: { failure_reason, vendor_code: '015', not_found_count: 0 },
        })
    },
  )

  test('that has reported it as processing is remembered while it cannot be asked or does not respond', () => {
    const timeout: Outcome = { type: 'unknown', reason: 'timeout', code: null }
    const processing = attempt({ failure_reason: 'processing' })
    const reasons = ['no_vendor', 'requery_rejected', 'for_a_person'] as const
    for (const outcome of [timeout, ...reasons.map((reason) => ({ ...timeout, reason }) as const)])
      expect(evaluateOutcome(vendor, processing, outcome, minutesLater(1))).toMatchObject({
        decision: { reason: outcome.reason },
        values: { failure_reason: 'processing' },
      })
    const unsent = attempt({ failure_reason: 'never_received' })
    expect(evaluateOutcome(vendor, unsent, timeout, minutesLater(1))?.values).toMatchObject({
      failure_reason: 'timeout',
    })
  })

  test('that has it in review is stored as processing, which earlier releases count as received too', () => {
    const review: Outcome = { type: 'unknown', reason: 'vendor_review', code: '044' }
    expect(evaluateOutcome(vendor, attempt(), review, minutesLater(1))).toMatchObject({
      decision: { type: 'unknown', reason: 'vendor_review' },
      values: { failure_reason: 'processing', vendor_code: '044' },
    })
  })

  test('that had it in review when an earlier release asked proves nothing: it is neither resent nor failed', () => {
    const stored = { failure_reason: 'for_a_person', vendor_code: '044' }
    for (const send_count of [1, 2])
      expect(evaluateNeverReceived(3, 30, { ...stored, send_count })).toMatchObject({
        decision: { type: 'unknown', resend: false },
        values: { failure_reason: 'processing', vendor_code: '015' },
      })
  })

  test('that rejected only the requery before is never received after three responses', () => {
    for (const failure_reason of ['requery_rejected', 'for_a_person'])
      expect(evaluateNeverReceived(3, 6, { failure_reason })?.decision).toMatchObject({
        type: 'unknown',
        resend: true,
      })
  })

  test('after a resend, or when the id can no longer be resent, the attempt has failed', () => {
    expect(evaluateNeverReceived(3, 6, { send_count: 2 })?.decision).toEqual({
      type: 'failed',
      reason: 'never_received',
    })
    const late = { ...vendor, canResend: () => false }
    const dueInSeconds = attempt({ not_found_count: 2, not_found_since: startedAt })
    expect(evaluateOutcome(late, dueInSeconds, neverReceived, minutesLater(6))?.decision).toEqual({
      type: 'failed',
      reason: 'never_received',
    })
  })
})

test('the last requery of an unknown attempt runs at the write-off time', () => {
  const unknownOutcome: Outcome = { type: 'unknown', reason: 'processing', code: '099' }
  const hourly = { requerySeconds: [3_600], canResend: () => true }
  const dueInSeconds = (minutes: number) =>
    evaluateOutcome(hourly, attempt(), unknownOutcome, minutesLater(minutes))?.dueInSeconds
  expect(dueInSeconds(60)).toBe(3_600)
  expect(dueInSeconds(23 * 60 + 20)).toBe(40 * 60)
  expect(dueInSeconds(24 * 60)).toBe(3_600)
})
