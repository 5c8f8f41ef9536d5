import { expect, test } from 'vitest'
import type { Reply } from '../../server/http/index.ts'
import { readCharge, readForgotten } from '../../server/payments/gateways/paystack/reading.ts'

const answered = (status: number, body: unknown): Reply => ({
  is: 'answered',
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
})
const mayLeadTo = (url: URL) => url.host === 'checkout.paystack.com'
const read = (reply: Reply) => readCharge(reply, { mayLeadTo })

test('a charge that they took up says nothing of its end: success, failure and progress read alike', () => {
  for (const status of ['success', 'failed', 'pending', 'something new']) {
    expect(read(answered(200, { status: true, message: 'Charge attempted', data: { status } }))).toEqual({
      is: 'taken',
    })
  }
})

test('a paused charge leads to their page, and nowhere else', () => {
  const paused = (authorization_url: string) =>
    answered(200, { status: true, message: '', data: { paused: true, authorization_url, reference: 'SW-1' } })
  expect(read(paused('https://checkout.paystack.com/resume/abc'))).toEqual({
    is: 'step_up',
    checkoutUrl: 'https://checkout.paystack.com/resume/abc',
  })
  expect(read(paused('https://evil.example/resume/abc'))).toEqual({ is: 'unknown', because: 'unreadable' })
})

test('only a clear refusal is one: lost answers, failures of theirs and a reference in use are unknown', () => {
  const refusal = (message: string) => ({ status: false, message })
  expect(read(answered(400, refusal('Authorization code not found')))).toEqual({
    is: 'refused',
    because: 'card',
  })
  expect(read(answered(401, refusal('Invalid key')))).toEqual({ is: 'refused', because: 'unauthorised' })
  expect(read({ is: 'not_sent', because: 'refused' } as Reply)).toEqual({
    is: 'refused',
    because: 'rejected',
  })
  expect(read(answered(400, refusal('Duplicate Transaction Reference')))).toEqual({
    is: 'unknown',
    because: 'duplicate',
  })
  expect(read({ is: 'lost', because: 'timeout' })).toEqual({ is: 'unknown', because: 'timeout' })
  for (const [status, body] of [
    [500, refusal('Server Error')],
    [429, refusal('Too many requests')],
    [200, '<html>'],
    [200, { status: true, message: '', data: null }],
  ] as const) {
    expect(read(answered(status, body)).is).toBe('unknown')
  }
})

test('a token is forgotten when they say so, or do not know it; anything else is asked for again', () => {
  expect(readForgotten(answered(200, { status: true, message: 'Authorization has been deactivated' }))).toBe(
    true,
  )
  expect(readForgotten(answered(400, { status: false, message: 'Authorization code not found' }))).toBe(true)
  expect(readForgotten(answered(401, { status: false, message: 'Invalid key' }))).toBe(false)
  expect(readForgotten(answered(500, { status: false, message: 'Server Error' }))).toBe(false)
  expect(readForgotten({ is: 'lost', because: 'timeout' })).toBe(false)
})
