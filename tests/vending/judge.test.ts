import { describe, expect, test } from 'vitest'
import type { Attempt, Outcome } from '../../server/vending/index.ts'
import { judge } from '../../server/vending/judge.ts'

const vendor = { requerySeconds: [20, 40], mayResend: () => true }
const began = new Date('2026-11-21T09:00:00Z')
const minutesLater = (minutes: number) => new Date(began.getTime() + minutes * 60_000)

/** A try that was sent once and not answered, unless said. */
const attempt = (it: Partial<Attempt> = {}): Attempt =>
  ({
    id: '1',
    order_id: '1',
    vendor: 'vtpass',
    request_id: '202611211000abc',
    state: 'unknown',
    sends: 1,
    asks: 1,
    never_received: 0,
    never_received_since: null,
    created_at: began,
    ...it,
  }) as Attempt

const neverReceived: Outcome = { is: 'unknown', because: 'never_received', code: '015' }
const duplicate: Outcome = { is: 'failed', because: 'duplicate', code: '019' }

test('to the second sending of one id, a duplicate says that the first arrived', () => {
  expect(judge(vendor, attempt(), duplicate, minutesLater(1))?.verdict).toEqual({
    is: 'failed',
    because: 'duplicate',
  })
  expect(judge(vendor, attempt({ sends: 2 }), duplicate, minutesLater(9))).toMatchObject({
    verdict: { is: 'unknown', resend: false },
    values: { state: 'unknown', because: 'processing' },
  })
})

describe('that a vendor never had an id', () => {
  const told = (times: number, minutes: number, more: Partial<Attempt> = {}) =>
    judge(
      vendor,
      attempt({ never_received: times - 1, never_received_since: times > 1 ? began : null, ...more }),
      neverReceived,
      minutesLater(minutes),
    )

  test('that a vendor never had an id is an answer when it was given three times over five minutes', () => {
    expect(told(1, 30)?.verdict).toMatchObject({ is: 'unknown', resend: false })
    expect(told(2, 30)?.verdict).toMatchObject({ is: 'unknown', resend: false })
    expect(told(3, 4.9)?.verdict).toMatchObject({ is: 'unknown', resend: false })
    expect(told(3, 5)).toMatchObject({ verdict: { is: 'unknown', resend: true }, values: { sends: 2 } })
  })

  test('after the second sending, or where it is not taken any more, the try has failed', () => {
    expect(told(3, 6, { sends: 2 })?.verdict).toEqual({ is: 'failed', because: 'never_received' })
    const late = { ...vendor, mayResend: () => false }
    const asked = attempt({ never_received: 2, never_received_since: began })
    expect(judge(late, asked, neverReceived, minutesLater(6))?.verdict).toEqual({
      is: 'failed',
      because: 'never_received',
    })
  })
})

test('the last question about an unclear try falls on the end of its day', () => {
  const unclear: Outcome = { is: 'unknown', because: 'processing', code: '099' }
  const hourly = { requerySeconds: [3_600], mayResend: () => true }
  const asked = (minutes: number) => judge(hourly, attempt(), unclear, minutesLater(minutes))?.dueInSeconds
  expect(asked(60)).toBe(3_600)
  expect(asked(23 * 60 + 20)).toBe(40 * 60)
  expect(asked(24 * 60)).toBe(3_600)
})
